import { InvalidKeyName } from './access.errors.ts';

/** What an operator calls a key, to know later whose it is. */
export class KeyName {
  /** Length limits in Unicode code points. */
  static readonly minLength = 1;
  static readonly maxLength = 100;

  /** The rule in words: a name is shown in tables and logs, so it stays on its line. */
  static readonly allowed =
    `${KeyName.minLength} to ${KeyName.maxLength} Unicode characters, ` +
    'not only white space, without control characters or lone surrogates';

  private constructor(readonly text: string) {}

  /** @throws InvalidKeyName */
  static of(text: string): KeyName {
    const isNameable = /\S/.test(text) && !/\p{Cc}/u.test(text) && text.isWellFormed();
    if (!isNameable || [...text].length > KeyName.maxLength) throw new InvalidKeyName(KeyName.allowed);
    return new KeyName(text);
  }

  static restore(text: string): KeyName {
    return new KeyName(text);
  }
}
