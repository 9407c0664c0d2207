import type { NewPet, Pet, PetRepository } from '@petstore/pets-domain';

export class CreatePet {
  constructor(private readonly pets: PetRepository) {}

  execute(newPet: NewPet): Promise<Pet> {
    return this.pets.add(newPet);
  }
}
