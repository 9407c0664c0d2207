import type { AbortSignal } from './abort-signal.ts';
import type { DomainEvent } from './domain-event.ts';
import type { Int64 } from './values/int64.ts';

export interface LoggedEvent extends DomainEvent {
  /** A UUID, which no other event ever gets, in no store and not after a restore. */
  readonly id: string;
  /**
   * The place of the event in the log, from 1 on. Events of one animal have ascending positions, in the order in which they happened. After
   * a restore to an earlier state, another event can get the position.
   */
  readonly position: Int64;
  /** When the event was appended, by the storage's clock. It is for people, and does not order the events. */
  readonly time: Date;
}

export interface EventQuery {
  /** `next` of an earlier page, or a result of `latest`. Without it, the page begins with the oldest event. */
  readonly after?: string | undefined;
  /** Only events of these types. Not empty. */
  readonly types?: readonly string[] | undefined;
  readonly petId?: Int64 | undefined;
  readonly limit: number;
}

export interface EventsPage {
  /** In the order of the log. */
  readonly events: readonly LoggedEvent[];
  /** The place after the page, for `after` of the next query. Only the log can interpret this text. */
  readonly next: string;
}

/**
 * The log of all events. A client that reads from place to place misses no committed event. The events of one animal are in
 * the order in which they happened. `event-log.contract.ts` tests every implementation. An operation fails when its signal aborts.
 */
export abstract class EventLog {
  /**
   * Returns the events after a place. If there are fewer than `limit`, they include all that were committed before the call.
   * @throws CursorGone if the log does not have the event of the place, because it was restored to an earlier state
   */
  abstract read(query: EventQuery, signal?: AbortSignal): Promise<EventsPage>;

  /** Returns the place after the last event that was committed before the call. */
  abstract latest(signal?: AbortSignal): Promise<string>;
}
