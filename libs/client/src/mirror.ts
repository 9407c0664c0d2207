import type { Event, Events, FollowOptions } from './events.ts';
import type { Int64 } from './exact-json.ts';
import type { ListPetsQuery, Pet, PetList } from './pet.ts';
import { PetstoreError } from './petstore-error.ts';
import { backoff, pause, type CallOptions } from './transport.ts';

/**
 * Your storage of a copy of all animals. Only one `mirror` at a time may write to it.
 * @beta May change or be removed in any release.
 */
export interface PetMirrorStore {
  /** Returns the cursor of the last `put`; undefined or null if there was none since the last `reset`. */
  load(): Promise<string | null | undefined>;

  /** Deletes all animals and the cursor, in one transaction. */
  reset(): Promise<void>;

  /**
   * Inserts or replaces the animals by their ids, deletes those that are gone, and replaces the cursor, in one transaction. The same
   * animals may arrive twice, and both lists may be empty.
   * @param change the animals of `pets` exist, those with the ids of `deleted` do not; no animal is in both
   * @param cursor any length; not a cursor for `list` or `follow`
   * @param isComplete whether every animal has been put since the last `reset`. Until then, a website can show the animals from
   *   before the `reset`, if the store keeps them.
   */
  put(change: MirrorChange, cursor: string, isComplete: boolean): Promise<void>;
}

/** @beta May change or be removed in any release. */
export interface MirrorChange {
  readonly pets: readonly Pet[];
  readonly deleted: readonly Int64[];
}

/** How far a mirror is. The user's store keeps it as one string. */
interface MirrorPosition {
  /** Cursor of the event log. */
  readonly events: string;
  /** Cursor of the next page of the list; empty before the first page; undefined after the last page. */
  readonly list?: string | undefined;
}

/** The most that the service allows. */
const pageSize = 100;

/** As `Pets.mirror`. The cursor of the event log is taken before the list is read, so that no event is missed meanwhile. */
export async function mirrorPets(
  listPets: (query: ListPetsQuery, options: CallOptions) => PetList,
  log: Events,
  store: PetMirrorStore,
  options: FollowOptions,
): Promise<never> {
  let position = parsePosition(await store.load());
  for (let restarts = 0; ;) {
    try {
      position ??= await startAgain();
      if (position.list !== undefined) await walk(position);
      const query = { since: position.events, limit: pageSize };
      for await (const { events, cursor } of log.follow(query, options)) {
        restarts = 0;
        await store.put(changeOf(events), JSON.stringify({ events: cursor }), true);
      }
    } catch (error) {
      if (!(error instanceof PetstoreError) || error.code !== 'cursor_gone') throw error;
      position = undefined;
      await pause(error, backoff(restarts++), options);
    }
  }

  /** Keeps the old copy until the service responds. */
  async function startAgain(): Promise<MirrorPosition> {
    const { value } = await log.follow({}, options).next();
    await store.reset();
    return { events: value.cursor, list: '' };
  }

  async function walk({ events, list }: MirrorPosition): Promise<void> {
    const query = { limit: pageSize, cursor: list || undefined };
    const persistent = { ...options, retries: Infinity };
    for await (const { pets, nextCursor } of listPets(query, persistent).pages()) {
      const position = JSON.stringify({ events, list: nextCursor });
      await store.put({ pets, deleted: [] }, position, nextCursor === undefined);
    }
  }
}

/** Returns the last state of each animal of the events. */
function changeOf(events: readonly Event[]): MirrorChange {
  const idOf = ({ data: { pet, order } }: Event) => pet?.id ?? order!.petId;
  const last = [...new Map(events.map((event) => [String(idOf(event)), event])).values()];
  // An event without its animal means that somebody has deleted it, without an event.
  const isDeletion = ({ type, data }: Event) => type === 'pet.deleted' || !data.pet;
  return {
    pets: last.filter((event) => !isDeletion(event)).map(({ data }) => data.pet!),
    deleted: last.filter(isDeletion).map(idOf),
  };
}

/** @returns undefined if nothing is stored */
function parsePosition(stored: string | null | undefined): MirrorPosition | undefined {
  if (stored === undefined || stored === null) return undefined;
  try {
    const { events, list } = JSON.parse(stored) as Record<string, unknown>;
    const isList = list === undefined || typeof list === 'string';
    if (typeof events === 'string' && isList) return { events, list };
  } catch {
    // The text is not JSON, or is `null`.
  }
  throw new TypeError('load must return a cursor that mirror has passed to put');
}
