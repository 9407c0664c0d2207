import { InvalidValue } from './invalid-value.ts';

/** Control characters, line and paragraph separators, and bidirectional control characters (Unicode UAX #9). */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/**
 * Text that can be printed in tables and logs: it stays on one line and does not change the order of the text around it.
 * A subclass adds a static method `of` that calls `require`.
 */
export abstract class PrintableText {
  /** Length limit in Unicode code points. */
  static readonly maxLength = 100;

  /** The rule in words. */
  static readonly allowed =
    `1 to ${PrintableText.maxLength} Unicode characters, ` +
    'not only white space, without control characters, line separators, bidirectional controls or lone surrogates';

  protected constructor(readonly text: string) {}

  /**
   * Validates the text and returns it unchanged.
   * @throws InvalidValue with the code and the field if the text breaks the rule in `allowed`
   */
  protected static require<Code extends string>(code: Code, field: string, text: string): string {
    const isPrintable = /\S/.test(text) && !unprintable.test(text) && text.isWellFormed();
    if (isPrintable && [...text].length <= PrintableText.maxLength) return text;
    throw new InvalidValue(code, field, text, PrintableText.allowed);
  }
}
