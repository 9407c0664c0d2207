import type { MirrorOptions, Pet, Pets } from './pets.ts';
import { PetstoreError } from './petstore-error.ts';
import { backoff, delay } from './transport.ts';

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

/** How far a mirror is. The user's store keeps it as one string. */
interface MirrorPosition {
  /** Cursor of the change feed. During the walk over the list it stays the one from before the walk. */
  readonly changes: string;
  /** Cursor of the next page of the list; empty before the first page; undefined after the last page. */
  readonly list?: string | undefined;
}

/** The most that the service allows. */
const pageSize = 100;

/**
 * Copies all animals into the store, and then every change, until the signal is aborted. The cursor of the change feed is taken
 * before the list, so that changes during the walk are in the feed. Every `put` contains what is needed to continue after it.
 */
export async function mirrorPets(api: Pets, store: PetMirrorStore, options: MirrorOptions): Promise<never> {
  const { signal } = options;
  let position = parsePosition(await store.load());
  for (let restarts = 0; ;) {
    try {
      position ??= await startAgain();
      if (position.list !== undefined) await walk(position);
      const query = { since: position.changes, limit: pageSize };
      for await (const { pets, cursor } of api.changes(query, options)) {
        restarts = 0;
        await store.put(pets, JSON.stringify({ changes: cursor }), true);
      }
    } catch (error) {
      if (!(error instanceof PetstoreError) || error.code !== 'cursor_gone') throw error;
      position = undefined;
      await delay(backoff(restarts++), signal);
    }
  }

  /** Keeps the old copy until the service responds. */
  async function startAgain(): Promise<MirrorPosition> {
    const { value } = await api.changes({}, options).next();
    await store.reset();
    return { changes: value.cursor, list: '' };
  }

  async function walk({ changes, list }: MirrorPosition): Promise<void> {
    const query = { limit: pageSize, cursor: list || undefined };
    const persistent = { ...options, retries: Infinity };
    for await (const { pets, nextCursor } of api.list(query, persistent).pages()) {
      await store.put(pets, JSON.stringify({ changes, list: nextCursor }), nextCursor === undefined);
    }
  }
}

/**
 * @returns undefined if nothing is stored
 * @throws TypeError if `mirror` did not pass the text to `put`
 */
function parsePosition(stored: string | null | undefined): MirrorPosition | undefined {
  if (stored === undefined || stored === null) return undefined;
  try {
    const { changes, list } = JSON.parse(stored) as Record<string, unknown>;
    const isList = list === undefined || typeof list === 'string';
    if (typeof changes === 'string' && isList) return { changes, list };
  } catch {
    // The text is not JSON, or is `null`.
  }
  throw new TypeError('load must return a cursor that mirror has passed to put');
}
