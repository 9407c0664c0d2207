import { PrintableText } from '@petstore/kernel';

/** The name that an operator gives a key, to know later who uses it. */
export class KeyName extends PrintableText {
  /** @throws InvalidValue `invalid_key_name` */
  static of(text: string): KeyName {
    return new KeyName(KeyName.require('invalid_key_name', 'the name of a key', text));
  }

  /** A stored name; not checked, because an earlier release may have had another rule. */
  static restore(text: string): KeyName {
    return new KeyName(text);
  }
}
