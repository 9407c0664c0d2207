import type { Deadline } from '@petstore/kernel';
import type { IdempotencyKey } from './idempotency-key.ts';
import type { NewPet } from './new-pet.ts';
import type { Pet } from './pet.ts';
import type { PetId } from './pet-id.ts';
import type { PetStatus } from './pet-status.ts';

/** Which animals, from where on, and how many at most. */
export interface PetQuery {
  readonly status?: PetStatus | undefined;
  /** Only animals with a greater id. */
  readonly after?: PetId | undefined;
  readonly limit: number;
}

/**
 * Where the animals are kept. `pet.repository.contract.ts` says what every implementation must hold. Where an operation takes
 * a deadline, it fails when that passes; without one it waits for as long as the store does.
 */
export abstract class PetRepository {
  /** Keeps the animal for good before it answers. */
  abstract add(newPet: NewPet, deadline?: Deadline): Promise<Pet>;

  /**
   * Adds the animal and remembers it by the key, both for good, before it answers. A key that has added one within its
   * lifetime adds nothing more: it answers that animal, as it was when it was added.
   * @throws IdempotencyMismatch when that was another NewPet
   * @throws IdempotencyConflict when the first is still being added and that takes longer than one may wait
   */
  abstract addOnce(newPet: NewPet, key: IdempotencyKey, deadline?: Deadline): Promise<Pet>;

  /** Forgets keys past their lifetime, no more than the limit, without keeping anybody waiting. Answers how many. */
  abstract forgetIdempotencyKeys(limit: number): Promise<number>;

  /**
   * Keeps all of them or, when the source or the store fails, none. Answers how many.
   * @param beforeCommit called when everything else is done; when it throws, nothing is kept
   */
  abstract addAll(newPets: AsyncIterable<NewPet>, beforeCommit?: () => void): Promise<number>;

  abstract find(id: PetId, deadline?: Deadline): Promise<Pet | undefined>;

  /** In ascending order of id. */
  abstract list(query: PetQuery, deadline?: Deadline): Promise<Pet[]>;
}
