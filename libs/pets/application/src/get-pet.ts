import type { AbortSignal } from '@petstore/kernel';
import { PetNotFound, type Pet, type PetRepository } from '@petstore/pets-domain';
import { requirePetId } from './locked-pet.ts';

export class GetPet {
  constructor(private readonly pets: PetRepository) {}

  /** @throws PetNotFound if there is no pet with the id `petId`, or if `petId` is not a canonical int64 */
  async execute(petId: string, signal?: AbortSignal): Promise<Pet> {
    const pet = await this.pets.find(requirePetId(petId), signal);
    if (!pet) throw new PetNotFound();
    return pet;
  }
}
