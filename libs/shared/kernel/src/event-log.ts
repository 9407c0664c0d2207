import type { AbortSignal } from './abort-signal.ts';
import type { DomainEvent } from './domain-event.ts';
import type { Int64 } from './int64.ts';

/** An event that the log contains. */
export interface LoggedEvent extends DomainEvent {
  /** Events of one animal have ascending ids, in the order in which they happened. */
  readonly id: Int64;
  /** UUID of the history of the store in which it happened. With `id` it is unique, also across stores and restores. */
  readonly history: string;
  /** The storage's clock when the event was appended. It informs, and does not order. */
  readonly time: Date;
}

export interface EventQuery {
  /** `next` of an earlier page, or a result of `latest`. Without it, the log begins with its oldest event. */
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
  /** Position after the page: text that only the log understands. */
  readonly next: string;
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
   * Returns the position from which to read on after a history has ended: that of the last event at or before `position` that the log
   * still has. What was undone is not repeated, and what has happened since is not skipped.
   * @param history that of the event at `position`; undefined if it is not known
   */
  abstract resume(position: string, history?: string): Promise<string>;
}
