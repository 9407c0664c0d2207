import type { NewPet, PetRepository } from '@petstore/pets-domain';

export class ImportPets {
  constructor(private readonly pets: PetRepository) {}

  /**
   * Creates every animal of the source or, when it fails before its end, none. Answers how many.
   * @param beforeCommit called when everything else is done; when it throws, nothing is created
   */
  execute(newPets: AsyncIterable<NewPet>, beforeCommit?: () => void): Promise<number> {
    return this.pets.addAll(newPets, beforeCommit);
  }
}
