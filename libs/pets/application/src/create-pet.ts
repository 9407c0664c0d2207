import type { Deadline } from '@petstore/kernel';
import type { IdempotencyKey, NewPet, Pet, PetRepository } from '@petstore/pets-domain';

export class CreatePet {
  constructor(private readonly pets: PetRepository) {}

  /**
   * Creates an animal.
   * @param key makes a repeat return the animal of the first create instead of creating another one
   * @throws IdempotencyMismatch when the key has created an animal from another NewPet
   * @throws IdempotencyConflict when another create with the same key is still running
   */
  execute(newPet: NewPet, key?: IdempotencyKey, deadline?: Deadline): Promise<Pet> {
    return key ? this.pets.addOnce(newPet, key, deadline) : this.pets.add(newPet, deadline);
  }
}
