import type { NewPet, PetRepository } from '@petstore/pets-domain';

export class ImportPets {
  constructor(private readonly pets: PetRepository) {}

  /**
   * Creates all animals in one transaction. If `newPets` throws, no animal is created.
   * @param beforeCommit is called after the last insert; if it throws, no animal is created
   * @returns the number of animals
   */
  execute(newPets: AsyncIterable<NewPet>, beforeCommit?: () => void): Promise<number> {
    return this.pets.addAll(newPets, beforeCommit);
  }
}
