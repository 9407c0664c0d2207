import { VerbatimText } from '@petstore/kernel';

/** The name of a pet, exactly as the client sent it. */
export class PetName extends VerbatimText {
  /** @throws InvalidValue `invalid_pet_name` if the value breaks the rule in `allowed` */
  static of(value: unknown): PetName {
    return new PetName(PetName.require('invalid_pet_name', 'name', value));
  }

  /** Creates a PetName from a stored value. Does not validate it. */
  static restore(text: string): PetName {
    return new PetName(text);
  }
}
