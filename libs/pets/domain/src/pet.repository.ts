import type { AbortSignal, IdempotencyKey, Transaction } from '@petstore/kernel';
import type { Pet, RegisteredPet } from './pet.ts';
import type { PetId, PetStatus } from './pet.value-objects.ts';

export interface PetQuery {
  readonly status?: PetStatus | undefined;
  /** Only pets with a greater id. */
  readonly after?: PetId | undefined;
  readonly limit: number;
}

/**
 * Persistent storage of pets and of their events. `pet.repository.contract.ts` tests every implementation. An operation fails when its
 * signal aborts; `add` may then have added the pet (`outcome_unknown`). Without a signal, only the timeouts of the database apply.
 */
export abstract class PetRepository {
  /**
   * Adds a pet, its event and the key, and resolves when all are durable. If the key has added a pet within `IdempotencyKey.lifetime`,
   * adds nothing and returns that pet as it was when it was added.
   * @throws IdempotencyMismatch if the key belongs to another NewPet or another kind of resource
   * @throws IdempotencyConflict if another request with the key did not finish in time
   */
  abstract add(registered: RegisteredPet, key?: IdempotencyKey, signal?: AbortSignal): Promise<Pet>;

  /** Adds pets and their events, and returns the ids, which ascend in the order of the pets. */
  abstract addAll(registered: readonly RegisteredPet[], transaction: Transaction): Promise<PetId[]>;

  /** Returns undefined if there is no pet with this id. */
  abstract find(id: PetId, signal?: AbortSignal): Promise<Pet | undefined>;

  /** Returns the matching pets in ascending order of id. */
  abstract list(query: PetQuery, signal?: AbortSignal): Promise<Pet[]>;

  /** Returns the pets with a greater id than `after`, in ascending order of id, as the transaction sees them. */
  abstract read(after: PetId | undefined, limit: number, transaction: Transaction): Promise<Pet[]>;

  /** Returns the greatest id of a pet. Returns undefined if there is no pet. */
  abstract lastId(transaction: Transaction): Promise<PetId | undefined>;

  /** Returns the pet and locks it until the transaction ends. Returns undefined if there is no pet with this id. */
  abstract lock(id: PetId, transaction: Transaction): Promise<Pet | undefined>;

  /** Stores all members of a pet that the transaction has locked, and appends its event to the log. */
  abstract update(pet: Pet, transaction: Transaction): Promise<void>;

  /** Deletes a pet that the transaction has locked, and appends its event to the log. */
  abstract delete(pet: Pet, transaction: Transaction): Promise<void>;
}
