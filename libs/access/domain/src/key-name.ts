import { InvalidKeyName } from './access.errors.ts';

/** Control characters, line and paragraph separators, and what turns the direction of text (Unicode, UAX #9). */
const unshowable = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** What an operator calls a key, to know later whose it is. */
export class KeyName {
  /** Length limits in Unicode code points. */
  static readonly minLength = 1;
  static readonly maxLength = 100;

  /** The rule in words: a name is shown in tables and logs, so it stays on its line and in its order. */
  static readonly allowed =
    `${KeyName.minLength} to ${KeyName.maxLength} Unicode characters, ` +
    'not only white space, without control characters, line separators, marks of direction or lone surrogates';

  private constructor(readonly text: string) {}

  /** @throws InvalidKeyName */
  static of(text: string): KeyName {
    const isNameable = /\S/.test(text) && !unshowable.test(text) && text.isWellFormed();
    if (!isNameable || [...text].length > KeyName.maxLength) throw new InvalidKeyName(KeyName.allowed);
    return new KeyName(text);
  }

  static restore(text: string): KeyName {
    return new KeyName(text);
  }
}
