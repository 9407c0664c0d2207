import type { AbortSignal, IdempotencyKey } from '@petstore/kernel';
import type { NewPet, Pet, PetRepository } from '@petstore/pets-domain';

export class CreatePet {
  constructor(private readonly pets: PetRepository) {}

  /** Creates a pet, as `PetRepository.add` does. @throws IdempotencyMismatch, IdempotencyConflict */
  execute(newPet: NewPet, actor: string, key?: IdempotencyKey, signal?: AbortSignal): Promise<Pet> {
    return this.pets.add(newPet, actor, key, signal);
  }
}
