import type { AbortSignal, IdempotencyKey } from '@petstore/kernel';
import type { NewPet, Pet, PetRepository } from '@petstore/pets-domain';

export class CreatePet {
  constructor(private readonly pets: PetRepository) {}

  /**
   * Creates a pet.
   * @param actor who creates it, see DomainEvent
   * @param key if it has created a pet within its lifetime, `execute` returns that pet and creates no other
   * @throws IdempotencyMismatch if the key belongs to another NewPet or another kind of resource
   * @throws IdempotencyConflict if another request with the key did not finish in time
   */
  execute(newPet: NewPet, actor: string, key?: IdempotencyKey, signal?: AbortSignal): Promise<Pet> {
    return this.pets.add(newPet, actor, key, signal);
  }
}
