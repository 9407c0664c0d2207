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
   * Regular expression for the OpenAPI document, for the flag `u`: at least one character that is not white space, and no U+0000. The
   * document has the length limits beside it. The whole rule, which also refuses lone surrogates, is `format`.
   */
  static readonly pattern = '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$';

  /** Matches the allowed texts. With the flag `u` the lengths are code points, and `\p{Cs}` matches lone surrogates only. */
  static get format(): RegExp {
    return formatOf(this.minLength, this.maxLength);
  }

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
    if (typeof value === 'string' && this.format.test(value)) return value;
    throw new InvalidValue(code, field, value, this.allowed);
  }
}

/** The formats by their maximum length, because subclasses do not change the minimum. */
const formats = new Map<number, RegExp>();

function formatOf(minLength: number, maxLength: number): RegExp {
  let format = formats.get(maxLength);
  if (!format) {
    format = new RegExp(`^(?=[^]{${minLength},${maxLength}}$)[^\\0\\p{Cs}]*[^\\s\\0\\p{Cs}][^\\0\\p{Cs}]*$`, 'u');
    formats.set(maxLength, format);
  }
  return format;
}
