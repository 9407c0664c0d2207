import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseUnavailable } from '@petstore/database';
import { CursorGone, type EventLog, type EventsPage, type LoggedEvent } from '@petstore/kernel';
import { OperatorError } from '@petstore/operations';
import type { Deliveries, Delivery, DeliveryEntity } from './deliveries.ts';
import type { Attempt } from './webhook-receiver.ts';

/** Milliseconds between two reads of a log without new events. */
const pollInterval = 500;

/** Milliseconds between two attempts to become the program that delivers, also while the database is not available. */
const lockInterval = 1_000;

/** Bounds of the pause after a failure, in milliseconds. It doubles with each failure. */
const [firstPause, longestPause] = [1_000, 300_000];

/** The receiver answered 410: it wants no more events. */
export class ReceiverGone extends Error {}

interface EventDeliveryParts {
  readonly name: string;
  readonly log: EventLog;
  readonly deliveries: Pick<Deliveries, 'begin' | 'find' | 'ageOf'>;
  /** Sends the event to the receiver. */
  readonly send: (event: LoggedEvent) => Promise<Attempt>;
  /** Only events of these types are delivered, in ascending order; null for all types. */
  readonly types: readonly string[] | null;
  readonly report: (message: string) => void;
}

/**
 * Delivers the events of the log to one receiver: at least once, one at a time, in the order of the log. The place in the log is stored
 * after each event that the receiver has confirmed.
 */
export class EventDelivery {
  /** When the oldest event that the receiver has not confirmed was appended (`performance.now()`). */
  private undeliveredSince: number | undefined;
  /** Since when the database is not available (`performance.now()`). */
  private unavailableSince: number | undefined;
  private failures = 0;

  constructor(private readonly parts: EventDeliveryParts) {}

  /**
   * Age in seconds of the oldest event that the receiver has not confirmed, also while another program delivers; 0 if there is none. Not
   * less than the time for which the database has not been available, because there may be events that nobody has read.
   */
  get lag(): number {
    const now = performance.now();
    return Math.max(0, now - (this.undeliveredSince ?? now), now - (this.unavailableSince ?? now)) / 1000;
  }

  /**
   * Delivers until the signal aborts, and completes the attempt in progress. Waits while another program delivers under the same name
   * or the database is not available.
   * @throws ReceiverGone
   * @throws OperatorError if another program delivers other types under the same name
   */
  async run(signal: AbortSignal): Promise<void> {
    const { name, deliveries, report } = this.parts;
    let status = '';
    const reportChange = (next: string) => {
      if (next !== status) report(next);
      status = next;
    };
    while (!signal.aborted) {
      let delivery: Delivery | undefined;
      try {
        delivery = await deliveries.begin(name);
        if (delivery) {
          reportChange(`delivering to ${name}`);
          await this.takeTypes(delivery);
          await this.deliver(delivery, signal);
        } else {
          reportChange(
            `another program delivers to ${name}: waiting for its end. If it has another receiver, choose a --name`,
          );
          // Before this, the other program may not have stored its types yet.
          await pause(lockInterval, signal);
          const other = await deliveries.find(name);
          if (other) this.requireTypesOf(other);
          const page = await this.read(other?.place ?? null);
          await this.measure(page?.events[0]);
          this.unavailableSince = undefined;
        }
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error;
        this.unavailableSince ??= performance.now();
        reportChange('the database is not available: trying again every second');
        await pause(lockInterval, signal);
      } finally {
        await delivery?.end();
      }
    }
  }

  private async deliver(delivery: Delivery, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await delivery.requireLock();
      const page = await this.read(delivery.row.place);
      if (!page) {
        await this.findPlace(delivery);
        continue;
      }
      this.unavailableSince = undefined;
      const [event] = page.events;
      await this.measure(event);
      if (!event) {
        this.succeed();
        await pause(pollInterval, signal);
      } else if (await this.send(event, signal)) {
        await delivery.change({ place: page.next });
        this.undeliveredSince = undefined;
      }
    }
  }

  /** Measures by the clock of the database, which has set the time of the event. The clock of this computer can differ. */
  private async measure(undelivered: LoggedEvent | undefined): Promise<void> {
    const age = undelivered && (await this.parts.deliveries.ageOf(undelivered.time));
    this.undeliveredSince = age === undefined ? undefined : performance.now() - age;
  }

  /** Begins to deliver the types of this program, and says which events of them it skips. */
  private async takeTypes(delivery: Delivery): Promise<void> {
    const { types, report } = this.parts;
    const { types: before, place } = delivery.row;
    if (String(types) === String(before)) return;
    const added = types ? types.filter((type) => !before?.includes(type)) : ['all other types'];
    if (before && added.length > 0 && place !== null) {
      report(
        `now also delivers ${added.join(', ')}: their events before the last delivered event are skipped. ` +
          'To deliver them, choose another --name and --from oldest',
      );
    }
    await delivery.change({ types });
  }

  /** Two programs with one place would skip the events that only one of them delivers. @throws OperatorError */
  private requireTypesOf({ name, types }: DeliveryEntity): void {
    if (String(types) === String(this.parts.types)) return;
    throw new OperatorError(
      `another program delivers to ${name} with ${types ? `--type ${types.join(' ')}` : 'all types'}: ` +
        'stop it before you change the types, or choose another --name',
    );
  }

  /** Reads the next event. @returns undefined if the log does not have the event of the place */
  private read(place: string | null): Promise<EventsPage | undefined> {
    const { log, types } = this.parts;
    const query = { after: place ?? undefined, types: types ?? undefined, limit: 1 };
    return log.read(query).catch((error: unknown) => {
      if (error instanceof CursorGone) return undefined;
      throw error;
    });
  }

  /**
   * Finds the place in a log that was restored under the program. The stored place was restored with it. If the log does not have that
   * either, somebody has restored one without the other: then only the oldest event is a place after which nothing is missing.
   */
  private async findPlace(delivery: Delivery): Promise<void> {
    const hasChanged = await delivery.reload();
    if (!hasChanged) await delivery.change({ place: null });
    const next = delivery.row.place ? 'the events after the last delivered one that it has' : 'its oldest event';
    this.parts.report(`the database was restored: continuing with ${next}`);
  }

  /** Returns whether the receiver has confirmed the event. After a failure it waits. */
  private async send(event: LoggedEvent, signal: AbortSignal): Promise<boolean> {
    const attempt = await this.parts.send(event);
    if (attempt.outcome === 'gone') throw new ReceiverGone();
    if (attempt.outcome === 'delivered') {
      this.succeed();
      return true;
    }
    await this.fail(`event ${event.id} was not delivered (${attempt.reason})`, attempt.retryAfter, signal);
    return false;
  }

  private succeed(): void {
    if (this.failures > 0) this.parts.report(`recovered after ${this.failures} failed attempts`);
    this.failures = 0;
  }

  /**
   * Waits before the next attempt: between half of the back-off and all of it, at random, so that programs that failed at the same time
   * do not try again at the same time.
   */
  private async fail(message: string, retryAfter: number, signal: AbortSignal): Promise<void> {
    const backOff = Math.min(longestPause, firstPause * 2 ** this.failures) * (0.5 + Math.random() / 2);
    const milliseconds = Math.max(backOff, retryAfter);
    this.failures += 1;
    this.parts.report(`${message}: next attempt in ${Math.ceil(milliseconds / 1000)} s`);
    await pause(milliseconds, signal);
  }
}

/** Resolves after the milliseconds, or when the signal aborts. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => undefined);
}
