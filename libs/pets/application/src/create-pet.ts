import type { AbortSignal, IdempotencyKey } from '@petstore/kernel';
import type { NewPet, Pet, PetRepository } from '@petstore/pets-domain';

export class CreatePet {
  constructor(private readonly pets: PetRepository) {}

  /** Takes in the pet. If the key has created a pet already, returns that one as it was created. @throws IdempotencyMismatch, IdempotencyConflict */
  execute(newPet: NewPet, actor: string, key?: IdempotencyKey, signal?: AbortSignal): Promise<Pet> {
    return this.pets.add(newPet.register(actor), key, signal);
  }
}
