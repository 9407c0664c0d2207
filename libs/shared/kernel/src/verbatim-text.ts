import { InvalidValue } from './invalid-value.ts';

/**
 * Text that is stored exactly as the client sent it: not trimmed, not normalised. A subclass adds a static method `of` that calls
 * `require`. It may override `maxLength`.
 */
export abstract class VerbatimText {
  /** Length limits in Unicode code points. */
  static readonly minLength = 1;
  static readonly maxLength: number = 255;

  /**
   * Regular expression for the flag `u`: at least one character that is not white space, and no U+0000. It accepts lone
   * surrogates, which `require` rejects separately. The OpenAPI document contains it.
   */
  static readonly pattern = '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$';

  /** The rule in words. */
  static get allowed(): string {
    return (
      `a string of ${this.minLength} to ${this.maxLength} Unicode characters, ` +
      'not only white space, without U+0000 or lone surrogates'
    );
  }

  /** For stored text: the constructor does not validate it. */
  constructor(readonly text: string) {}

  /**
   * Validates the value and returns it unchanged. Rejects U+0000 and lone surrogates, because PostgreSQL cannot store them, and
   * replacing them would change the text silently.
   * @throws InvalidValue with the code and the field if the value breaks the rule in `allowed`
   */
  protected static require<Code extends string>(code: Code, field: string, value: unknown): string {
    if (typeof value === 'string' && isAllowed(value, this.maxLength)) return value;
    throw new InvalidValue(code, field, value, this.allowed);
  }
}

const format = new RegExp(VerbatimText.pattern, 'u');

function isAllowed(text: string, maxLength: number): boolean {
  return isShortEnough(text, maxLength) && format.test(text) && text.isWellFormed();
}

/** A code point has one or two UTF-16 units. So the length of most texts decides, and only few must be counted. */
function isShortEnough(text: string, maxLength: number): boolean {
  if (text.length <= maxLength) return true;
  return text.length <= 2 * maxLength && [...text].length <= maxLength;
}
