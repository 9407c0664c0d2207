import type { AbortSignal } from './abort-signal.ts';
import type { DomainEvent } from './domain-event.ts';
import type { Int64 } from './int64.ts';

/** An event that the log contains. */
export interface LoggedEvent extends DomainEvent {
  /** Events of one animal have ascending ids, in the order in which they happened. */
  readonly id: Int64;
  /** UUID of the history to which the event belongs; a restore begins a new one. Together with `id` it is unique, also across stores. */
  readonly history: string;
  /** When the event was appended, by the storage's clock. It is for people, and does not order the events. */
  readonly time: Date;
}

export interface EventQuery {
  /** `next` of an earlier page, or a result of `latest`. Without it, the page begins with the oldest event. */
  readonly after?: string | undefined;
  /** Only events of these types. Not empty. */
  readonly types?: readonly string[] | undefined;
  /** Only events of this animal. */
  readonly petId?: Int64 | undefined;
  /** Maximum number of events. */
  readonly limit: number;
}

export interface EventsPage {
  /** In the order of the log. */
  readonly events: readonly LoggedEvent[];
  /** The position after the page, for `after` of the next query. Only the log can interpret this text. */
  readonly next: string;
}

/** Where a reader stands in the log. */
export interface LogPlace {
  /** After the last event that the reader has processed. */
  readonly position: string;
  /** The history of that event; undefined before all events, or if it is not known. */
  readonly history?: string | undefined;
}

/**
 * The log of all events. A client that reads from position to position misses no committed event. The events of one animal are in
 * the order in which they happened. `event-log.contract.ts` tests every implementation. An operation fails when its signal aborts.
 */
export abstract class EventLog {
  /** @throws CursorGone if the position belongs to a history that has ended */
  abstract read(query: EventQuery, signal?: AbortSignal): Promise<EventsPage>;

  /** Returns the position after the last event that the log shows now. */
  abstract latest(signal?: AbortSignal): Promise<string>;

  /**
   * Returns the place from which to read on after a history has ended: that of the last event that the log still has, at or before
   * `place`. So a reader gets no event again, and misses none that was appended since.
   */
  abstract resume(place: LogPlace): Promise<LogPlace>;
}
