import type { Transaction } from '@petstore/kernel';
import { PetId, PetNotFound, type Pet, type PetRepository } from '@petstore/pets-domain';

/** Who changes a pet, and for which versions of the pet the change is meant. */
export interface PetCommand {
  /** See DomainEvent. */
  readonly actor: string;
  /** Undefined for any version. */
  readonly versions?: readonly number[] | undefined;
}

/** @throws PetNotFound if `petId` is not a canonical int64 */
export function requirePetId(petId: string): PetId {
  const id = PetId.parse(petId);
  if (!id) throw new PetNotFound();
  return id;
}

/** Locks the pet. @throws PetNotFound, PetChanged */
export async function lockPet(
  pets: PetRepository,
  id: PetId,
  { versions }: PetCommand,
  transaction: Transaction,
): Promise<Pet> {
  const pet = await pets.lock(id, transaction);
  if (!pet) throw new PetNotFound(true);
  pet.requireVersion(versions);
  return pet;
}
