import { InvalidKeyName } from './access.errors.ts';
import { isShowable, showable } from './showable.ts';

/** What an operator calls a key, to know later whose it is. */
export class KeyName {
  /** The rule in words. */
  static readonly allowed = showable;

  private constructor(readonly text: string) {}

  /** @throws InvalidKeyName */
  static of(text: string): KeyName {
    if (!isShowable(text)) throw new InvalidKeyName(KeyName.allowed);
    return new KeyName(text);
  }

  static restore(text: string): KeyName {
    return new KeyName(text);
  }
}
