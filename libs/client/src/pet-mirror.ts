import { delay } from './delay.ts';
import { followChanges, type PetChangesQuery } from './pet-changes.ts';
import { PetList } from './pet-list.ts';
import { decodePosition, encodePosition, type MirrorPosition } from './mirror-position.ts';
import type { Pet } from './pets.types.ts';
import { PetstoreError } from './petstore-error.ts';
import { backoff } from './retry-policy.ts';
import type { Transport } from './transport.ts';

/**
 * Your storage of a copy of all animals. Only one `mirror` at a time may write to it. If a method rejects, `mirror` rejects with
 * the same error; call `mirror` again to continue.
 * @beta May change or be removed in any release.
 */
export interface PetMirrorStore {
  /** Returns the cursor of the last `put`; undefined or null if there was none since the last `reset`. */
  load(): Promise<string | null | undefined>;

  /** Deletes all animals and the cursor, in one transaction. */
  reset(): Promise<void>;

  /**
   * Inserts or replaces the animals by their ids, and replaces the cursor, in one transaction. The same animals may arrive twice, and
   * `pets` may be empty.
   * @param cursor any length; not a cursor for `list` or `changes`
   * @param isComplete whether every animal has been put since the last `reset`. Until then, a website can show the animals from
   *   before the `reset`, if the store keeps them.
   */
  put(pets: readonly Pet[], cursor: string, isComplete: boolean): Promise<void>;
}

/** @beta May change or be removed in any release. */
export type MirrorOptions = Pick<PetChangesQuery, 'signal' | 'wait'>;

/** The most that the service allows. */
const pageSize = 100;

/**
 * Copies all animals into the store, and then every change, until the signal is aborted. The cursor of the change feed is taken
 * before the list, so that changes during the walk are in the feed. Every `put` contains what is needed to continue after it.
 */
export async function mirrorPets(
  transport: Transport,
  store: PetMirrorStore,
  { signal, wait }: MirrorOptions,
): Promise<never> {
  let position = decodePosition(await store.load());
  for (let restarts = 0; ;) {
    try {
      position ??= await startAgain();
      if (position.list !== undefined) await walk(position);
      for await (const { pets, cursor } of followChanges(transport, {
        since: position.changes,
        limit: pageSize,
        wait,
        signal,
      })) {
        restarts = 0;
        await store.put(pets, encodePosition({ changes: cursor }), true);
      }
    } catch (error) {
      if (!(error instanceof PetstoreError) || error.code !== 'cursor_gone') throw error;
      position = undefined;
      await delay(backoff(restarts++), signal);
    }
  }

  /** Keeps the old copy until the service responds. */
  async function startAgain(): Promise<MirrorPosition> {
    const { value } = await followChanges(transport, { wait, signal }).next();
    await store.reset();
    return { changes: value.cursor, list: null };
  }

  async function walk({ changes, list }: MirrorPosition): Promise<void> {
    const pages = new PetList(transport, { limit: pageSize, cursor: list ?? undefined, signal }, true).pages();
    for await (const { pets, nextCursor } of pages) {
      const isComplete = nextCursor === undefined;
      await store.put(pets, encodePosition(isComplete ? { changes } : { changes, list: nextCursor }), isComplete);
    }
  }
}
