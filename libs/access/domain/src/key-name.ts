import { PrintableText } from '@petstore/kernel';

/** The name that an operator gives a key. It says who uses the key. */
export class KeyName extends PrintableText {
  /** @throws InvalidValue `invalid_key_name` unless the text is `allowed` */
  static of(text: string): KeyName {
    return new KeyName(KeyName.require('invalid_key_name', 'the name of a key', text));
  }

  /** Creates a KeyName from a stored text. Does not validate it, because an earlier release may have had another rule. */
  static restore(text: string): KeyName {
    return new KeyName(text);
  }
}
