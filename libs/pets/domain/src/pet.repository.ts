import type { Deadline, IdempotencyKey } from '@petstore/kernel';
import type { NewPet } from './new-pet.ts';
import type { Pet } from './pet.ts';
import type { PetId } from './pet-id.ts';
import type { PetStatus } from './pet-status.ts';

export interface PetQuery {
  readonly status?: PetStatus | undefined;
  /** Only pets with a greater id. */
  readonly after?: PetId | undefined;
  readonly limit: number;
}

/**
 * Persistent storage of pets. `pet.repository.contract.ts` tests every implementation. An operation with a deadline fails
 * when the deadline passes; without a deadline, only the limits of the storage apply.
 */
export abstract class PetRepository {
  /** Resolves after the pet is stored durably. */
  abstract add(newPet: NewPet, deadline?: Deadline): Promise<Pet>;

  /**
   * Resolves after the pet and the key are stored durably. If the key has already added a pet within its lifetime, adds
   * nothing and returns that pet as it was when it was added.
   * @throws IdempotencyMismatch when the key belongs to another NewPet or another kind of resource
   * @throws IdempotencyConflict when a request with the key has not finished within the time limit
   */
  abstract addOnce(newPet: NewPet, key: IdempotencyKey, deadline?: Deadline): Promise<Pet>;

  /**
   * Adds all pets, or none if the source or the storage fails. Returns the number of added pets.
   * @param beforeCommit called last before the commit; if it throws, no pet is added
   */
  abstract addAll(newPets: AsyncIterable<NewPet>, beforeCommit?: () => void): Promise<number>;

  abstract find(id: PetId, deadline?: Deadline): Promise<Pet | undefined>;

  /** Returns pets in ascending order of id. */
  abstract list(query: PetQuery, deadline?: Deadline): Promise<Pet[]>;
}
