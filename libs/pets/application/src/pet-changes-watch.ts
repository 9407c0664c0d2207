import type { ChangePosition, PetChanges, Ticker } from '@petstore/pets-domain';

/** Minimum milliseconds between the starts of two polls. */
export const pollInterval = 1_000;

/** Milliseconds between two looks at the clock. A wait may end later by this time. */
const tickInterval = 100;

/** A wait that ends by itself, or when `end` is called. */
export interface ChangesWait {
  /** Resolves to true when the feed has a change after the position, to false when the wait has ended without one. */
  readonly ended: Promise<boolean>;
  end(): void;
}

interface Waiting {
  readonly position: ChangePosition;
  /** Milliseconds of the monotonic clock. */
  readonly endsAt: number;
  resolve(hasChanged: boolean): void;
}

/**
 * Waits for changes after positions. All waits of an instance share one poll of the feed, at most once a second, and one timer.
 * Both run only while there is a wait. A failed poll ends no wait: the next poll follows a second later.
 */
export class PetChangesWatch {
  private readonly waits = new Set<Waiting>();
  private stopTicker: (() => void) | undefined;
  /** Start of the last poll, in milliseconds of the monotonic clock. */
  private polledAt = 0;
  private isPolling = false;
  private quietPosition: string | undefined;

  constructor(
    private readonly changes: PetChanges,
    private readonly ticker: Ticker,
  ) {}

  /** Number of waits that have not ended. */
  get size(): number {
    return this.waits.size;
  }

  /**
   * Whether the feed had no change after the position at the last poll. Then a caller can wait without reading the feed first. False
   * if it is unknown.
   */
  isQuiet(position: ChangePosition): boolean {
    return this.quietPosition === position.text;
  }

  /** @param position position after which the caller has found no change */
  wait(position: ChangePosition, milliseconds: number): ChangesWait {
    const now = this.ticker.now();
    let resolve: Waiting['resolve'] = () => undefined;
    const ended = new Promise<boolean>((resolveEnded) => (resolve = resolveEnded));
    const waiting: Waiting = { position, endsAt: now + milliseconds, resolve };
    this.waits.add(waiting);
    this.quietPosition ??= position.text;
    // The caller has just read the feed, so that the first poll is due after the interval.
    if (!this.stopTicker) this.polledAt = now;
    this.stopTicker ??= this.ticker.start(tickInterval, () => this.tick());
    return { ended, end: () => this.end(waiting, false) };
  }

  private end(waiting: Waiting, hasChanged: boolean): void {
    this.waits.delete(waiting);
    waiting.resolve(hasChanged);
    if (this.waits.size > 0) return;
    this.stopTicker?.();
    this.stopTicker = undefined;
    this.quietPosition = undefined;
  }

  private tick(): void {
    const now = this.ticker.now();
    for (const waiting of this.waits) if (waiting.endsAt <= now) this.end(waiting, false);
    if (this.waits.size === 0 || this.isPolling || now - this.polledAt < pollInterval) return;
    this.polledAt = now;
    void this.poll();
  }

  private async poll(): Promise<void> {
    this.isPolling = true;
    try {
      // Without a deadline, because the timeouts of the storage end the poll.
      const present = await this.changes.present();
      if (this.waits.size > 0) this.quietPosition = present.text;
      for (const waiting of this.waits) if (isBefore(waiting.position, present)) this.end(waiting, true);
    } catch {
      // The requests after the wait report a database that is still unavailable then.
      this.quietPosition = undefined;
    } finally {
      this.isPolling = false;
    }
  }
}

/** Whether the feed can have a change, or an error, after the position. A position of another history is an error. */
function isBefore(position: ChangePosition, present: ChangePosition): boolean {
  return !position.history.equals(present.history) || present.isAfter(position);
}
