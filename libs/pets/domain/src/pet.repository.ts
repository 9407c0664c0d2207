import type { AbortSignal, IdempotencyKey, Transaction } from '@petstore/kernel';
import type { NewPet, Pet } from './pet.ts';
import type { PetId, PetStatus } from './pet.value-objects.ts';

export interface PetQuery {
  readonly status?: PetStatus | undefined;
  /** Only pets with a greater id. */
  readonly after?: PetId | undefined;
  /** Maximum number of pets. */
  readonly limit: number;
}

/** Some pets of a snapshot, in ascending order of id. */
export interface PetBatch {
  /** At least one pet. */
  readonly pets: readonly Pet[];
  /** The greatest id of the snapshot. */
  readonly lastId: PetId;
}

/**
 * Persistent storage of pets. `pet.repository.contract.ts` tests every implementation. An operation fails when its signal
 * aborts. Without a signal, only the timeouts of the database apply.
 */
export abstract class PetRepository {
  /**
   * Resolves after the pet is stored durably, and the key with it. If the key has added a pet within `IdempotencyKey.lifetime`,
   * adds nothing and returns that pet as it was when it was added.
   * @throws IdempotencyMismatch if the key belongs to another NewPet or another kind of resource
   * @throws IdempotencyConflict if another request with the key did not finish in time
   */
  abstract add(newPet: NewPet, key?: IdempotencyKey, signal?: AbortSignal): Promise<Pet>;

  /**
   * Adds all pets, or none if the source or the storage fails. Returns the number of added pets.
   * @param beforeCommit called immediately before the commit; if it throws, no pet is added
   */
  abstract addAll(newPets: AsyncIterable<NewPet>, beforeCommit?: () => void): Promise<number>;

  /** Returns undefined if there is no pet with this id. */
  abstract find(id: PetId, signal?: AbortSignal): Promise<Pet | undefined>;

  /** Returns the matching pets in ascending order of id. */
  abstract list(query: PetQuery, signal?: AbortSignal): Promise<Pet[]>;

  /** Returns the pet and locks it until the transaction ends. Returns undefined if there is no pet with this id. */
  abstract lock(id: PetId, transaction: Transaction): Promise<Pet | undefined>;

  /** Stores all members of a pet that the transaction has locked. */
  abstract update(pet: Pet, transaction: Transaction): Promise<void>;

  /**
   * Passes all pets of one snapshot to `receive`, in ascending order of id. The snapshot does not contain pets that are added
   * meanwhile. Waits for each call of `receive`. If it rejects, `readAll` stops and rejects with the same error.
   */
  abstract readAll(receive: (batch: PetBatch) => Promise<void>): Promise<void>;
}
