import type { NewPet, PetRepository } from '@petstore/pets-domain';

export class ImportPets {
  constructor(private readonly pets: PetRepository) {}

  /**
   * Creates all pets in one transaction. If `newPets` or `beforeCommit` throws, creates none and rejects with the same error.
   * @param beforeCommit called after the last insert
   * @returns the number of created pets
   */
  execute(newPets: AsyncIterable<NewPet>, beforeCommit?: () => void): Promise<number> {
    return this.pets.addAll(newPets, beforeCommit);
  }
}
