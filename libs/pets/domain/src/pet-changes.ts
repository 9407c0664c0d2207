import type { Deadline } from '@petstore/kernel';
import type { ChangePosition } from './change-position.ts';
import type { Pet } from './pet.ts';

/** Changed pets in their current state, in the order of their last change. */
export interface PetChangesPage {
  readonly pets: readonly Pet[];
  /** Position of the last pet of the page, or the position of the request if the page is empty. */
  readonly next: ChangePosition;
}

/** The transaction that delays the change feed. */
export interface DelayingTransaction {
  /** Name for an operator, such as `process 4711 (nightly import) in the database petstore`. */
  readonly description: string;
  /** Seconds since it began. */
  readonly age: number;
}

export interface ChangeFeedDelay {
  /** Number of transactions that began after the oldest writing transaction. Their changes are not in the feed yet. */
  readonly transactions: number;
  /** The oldest writing or prepared transaction; undefined if there is none. */
  readonly oldest?: DelayingTransaction | undefined;
}

/**
 * The feed of changes of pets. A client that reads from position to position misses no committed change. Several changes of one pet
 * may appear as one. `pet-changes.contract.ts` tests every implementation. An operation fails when its deadline passes.
 */
export abstract class PetChanges {
  /** Returns the position after the last change that the feed contains. */
  abstract present(deadline?: Deadline): Promise<ChangePosition>;

  /**
   * Returns the changes after the position.
   * @param limit maximum number of pets
   * @throws CursorGone if the position belongs to another history
   */
  abstract after(position: ChangePosition, limit: number, deadline?: Deadline): Promise<PetChangesPage>;

  /** Returns what delays the feed. */
  abstract delay(deadline?: Deadline): Promise<ChangeFeedDelay>;
}
