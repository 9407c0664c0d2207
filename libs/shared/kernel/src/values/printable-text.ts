import { InvalidValue } from './invalid-value.ts';
import { VerbatimText } from './verbatim-text.ts';

/** Control characters, line and paragraph separators, and bidirectional control characters (Unicode UAX #9). */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** Text that can be printed in tables and logs: it stays on one line and does not change the order of the text around it. */
export abstract class PrintableText extends VerbatimText {
  static override readonly maxLength: number = 100;

  static override get allowed(): string {
    return (
      `${this.minLength} to ${this.maxLength} Unicode characters, ` +
      'not only white space, without control characters, line separators, bidirectional controls or lone surrogates'
    );
  }

  protected static override require<Code extends string>(code: Code, field: string, text: string): string {
    if (unprintable.test(text)) throw new InvalidValue(code, field, text, this.allowed);
    return super.require(code, field, text);
  }
}
