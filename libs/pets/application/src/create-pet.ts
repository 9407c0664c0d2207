import type { Deadline, IdempotencyKey } from '@petstore/kernel';
import type { NewPet, Pet, PetRepository } from '@petstore/pets-domain';

export class CreatePet {
  constructor(private readonly pets: PetRepository) {}

  /**
   * Creates a pet.
   * @param key a repeat with the same key returns the pet of the first create and creates no other
   * @throws IdempotencyMismatch when the key belongs to another NewPet or another kind of resource
   * @throws IdempotencyConflict when another request with the same key is still running
   */
  execute(newPet: NewPet, key?: IdempotencyKey, deadline?: Deadline): Promise<Pet> {
    return key ? this.pets.addOnce(newPet, key, deadline) : this.pets.add(newPet, deadline);
  }
}
