import type { AbortSignal } from '@petstore/kernel';
import { PetId, PetNotFound, type Pet, type PetRepository } from '@petstore/pets-domain';

export class GetPet {
  constructor(private readonly pets: PetRepository) {}

  /** @throws PetNotFound if there is no pet with the id `petId`, or if `petId` is not a canonical int64 */
  async execute(petId: string, signal?: AbortSignal): Promise<Pet> {
    const id = PetId.parse(petId);
    const pet = id && (await this.pets.find(id, signal));
    if (!pet) throw new PetNotFound();
    return pet;
  }
}
