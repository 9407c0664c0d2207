import { PrintableText } from '@petstore/kernel';

/** The name of the person or program that issues, changes or removes a key, as the key log shows it. */
export class Actor extends PrintableText {
  /** @throws InvalidValue `invalid_actor` unless the text is `allowed` */
  static of(text: string): Actor {
    return new Actor(Actor.require('invalid_actor', 'the name of the actor', text));
  }
}
