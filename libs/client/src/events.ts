import type { Int64 } from './exact-json.ts';
import { notNew, requestPage } from './list.ts';
import type { components } from './openapi.ts';
import { PetstoreError } from './petstore-error.ts';
import { isOrder } from './orders.ts';
import { isPet, type Pet } from './pet.ts';
import { delay, maxTimerDelay, type CallOptions, type Transport } from './transport.ts';

type Schemas = components['schemas'];

/** @beta May change or be removed in any release. */
export type EventType = Schemas['EventType'];

/**
 * What happened to an animal, when, and by which API key: a CloudEvent 1.0.
 * @beta May change or be removed in any release.
 */
export type Event = Omit<Schemas['Event'], 'data'> & {
  readonly data: Omit<Schemas['EventData'], 'pet'> & {
    /** Undefined only in an `order.cancelled` whose animal was deleted in the database, without the service. */
    readonly pet?: Pet;
  };
};

/** @beta May change or be removed in any release. */
export interface EventsPage {
  /** In the order in which they happened to each animal. Empty if only the cursor is new. */
  readonly events: readonly Event[];
  /** Store it after you have applied `events`. `follow({ since: cursor })` continues after them. */
  readonly cursor: string;
}

/** @beta May change or be removed in any release. */
export interface EventsQuery {
  /**
   * `cursor` of earlier events with the same `types` and `petId`: yields the events after them. Null, for example of an empty
   * column, counts as absent.
   */
  readonly since?: string | null | undefined;
  /** Where to begin without `since`: with the oldest event, or, by default, with those from now on. */
  readonly start?: 'oldest' | 'latest' | undefined;
  /** Only events of these types. */
  readonly types?: readonly EventType[] | undefined;
  /** Only events of this animal. */
  readonly petId?: Int64 | undefined;
  /** Maximum number of events at once: 1 to 100, by default 20. */
  readonly limit?: number | undefined;
}

/**
 * Requests are retried until they succeed, or fail with an error that no retry can repair, so there are no `retries`. Use `onRetry` to learn that the
 * service does not respond.
 * @beta May change or be removed in any release.
 */
export interface FollowOptions extends Omit<CallOptions, 'retries'> {
  /** Milliseconds before the next request when there are no events: 1 to 2147483647, by default 1000. */
  readonly pollInterval?: number | undefined;
}

/**
 * The log of all changes.
 * @beta May change or be removed in any release. The service has it only with its setting `BETA=on`.
 */
export class Events {
  constructor(private readonly transport: Transport) {}

  /**
   * Follows the events, without end and without gaps. Abort the `signal` to end it.
   * @returns an iterator over the pages, which can be used once. Without `since` and with `start: 'latest'`, the first page contains no
   *   events and the cursor of the present.
   * @throws TypeError if `pollInterval` is out of range, `types` is empty, or `petId` is a number that may have been rounded
   * @throws PetstoreError `cursor_gone` if the service can no longer continue from the cursor, for example after its database was
   *   restored. `route_not_found` if the service runs without its setting `BETA=on`. Other errors that no retry can repair, such as an
   *   invalid key.
   * @throws the error of `fetch` if the program is wrong, for example without a `fetch`
   */
  async *follow(
    { since, start: begin = 'latest', types, ...query }: EventsQuery = {},
    options: FollowOptions = {},
  ): AsyncGenerator<EventsPage, never, undefined> {
    const { pollInterval = 1_000, signal } = options;
    if (!(pollInterval >= 1 && pollInterval <= maxTimerDelay)) {
      throw new TypeError(`pollInterval must be 1 to ${maxTimerDelay} milliseconds, not ${pollInterval}`);
    }
    if (types?.length === 0) throw new TypeError('types must have at least one type; omit it for events of all types');
    const persistent = { ...options, retries: Infinity };
    // The cursors since the last delay. A page with events whose cursor is among them leads in a circle, which would be requested again and
    // again without a delay.
    const seen = new Set([since]);
    for (let cursor = since ?? undefined; ;) {
      const start = cursor !== undefined || begin === 'oldest' ? undefined : begin;
      const sent = { ...query, type: types, start, cursor };
      const page = await requestPage(this.transport, '/events', sent, persistent, isEvent).catch(explainMissingLog);
      const { items, nextCursor, response } = page;
      const isRepeated = items.length > 0 && seen.has(nextCursor);
      if (nextCursor === undefined || isRepeated) throw notNew(response);
      if (nextCursor !== cursor) yield { events: items, cursor: nextCursor };
      cursor = nextCursor;
      if (items.length === 0) {
        seen.clear();
        await delay(pollInterval, signal);
      }
      // Limits the memory on a log that is never empty. A circle of fewer pages is still found.
      if (seen.size >= maxSeen) seen.clear();
      seen.add(cursor);
    }
  }
}

/** Maximum number of cursors that are kept to find a circle. */
const maxSeen = 1_000;

function isEvent(value: unknown): value is Event {
  const { type, data } = (value ?? {}) as { readonly type?: unknown; readonly data?: Record<string, unknown> };
  return (
    typeof type === 'string' && (isPet(data?.['pet']) || (data?.['pet'] === undefined && isOrder(data?.['order'])))
  );
}

function explainMissingLog(error: unknown): never {
  if (!(error instanceof PetstoreError) || error.code !== 'route_not_found') throw error;
  const { code, status, requestId } = error;
  const message = 'The service has no event log: it is a beta operation, which needs the setting BETA=on.';
  throw new PetstoreError(code, message, { status, requestId, cause: error });
}
