import type { AbortSignal } from '@petstore/kernel';
import type { ChangePosition } from './change-position.ts';
import type { Pet } from './pet.ts';

/** Changed pets in their current state, in the order of their last change. */
export interface PetChangesPage {
  readonly pets: readonly Pet[];
  /** Position of the last pet of the page, or the position of the request if the page is empty. */
  readonly next: ChangePosition;
}

/**
 * The feed of changes of pets. A client that reads from position to position misses no committed change. Several changes of one pet
 * may appear as one. `pet-changes.contract.ts` tests every implementation. An operation fails when its signal aborts.
 */
export abstract class PetChanges {
  /** Returns the position after the last change that the feed contains. */
  abstract latestPosition(signal?: AbortSignal): Promise<ChangePosition>;

  /**
   * Returns the changes after the position.
   * @param limit maximum number of pets
   * @throws CursorGone if the position belongs to another history
   */
  abstract after(position: ChangePosition, limit: number, signal?: AbortSignal): Promise<PetChangesPage>;

  /**
   * Returns the age in seconds of the oldest writing transaction, which delays the feed; 0 if there is none, undefined if the
   * storage does not tell.
   */
  abstract delay(signal?: AbortSignal): Promise<number | undefined>;
}
