import type { Deadline } from '@petstore/kernel';
import type { IdempotencyKey, NewPet, Pet, PetRepository } from '@petstore/pets-domain';

export class CreatePet {
  constructor(private readonly pets: PetRepository) {}

  /**
   * @param key by which the create may be said again without creating a second animal
   * @throws IdempotencyMismatch when the key has created an animal from another NewPet
   * @throws IdempotencyConflict when a create with the key is still at work
   */
  execute(newPet: NewPet, key?: IdempotencyKey, deadline?: Deadline): Promise<Pet> {
    return key ? this.pets.addOnce(newPet, key, deadline) : this.pets.add(newPet, deadline);
  }
}
