import type { NewPet, PetRepository } from '@petstore/pets-domain';

export class ImportPets {
  constructor(private readonly pets: PetRepository) {}

  /** Creates every animal of the source or, when it fails before its end, none. Answers how many. */
  execute(newPets: AsyncIterable<NewPet>): Promise<number> {
    return this.pets.addAll(newPets);
  }
}
