import { Int64 } from '@petstore/kernel';

/** The identifier of a stored pet: positive, assigned by the repository, never assigned twice. */
export class PetId {
  private constructor(readonly decimal: Int64) {}

  /** The id that the text spells. Undefined if the text is not a canonical int64, so that no pet can have it. */
  static parse(text: string): PetId | undefined {
    const decimal = Int64.fromText(text);
    return decimal === undefined ? undefined : new PetId(decimal);
  }

  /** An id that the repository has assigned; not checked. */
  static restore(decimal: Int64): PetId {
    return new PetId(decimal);
  }
}
