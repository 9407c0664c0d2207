/** Milliseconds (2^31 − 1). Node fires a timer with a longer delay after 1 ms. */
const maxTimerDelay = 2_147_483_647;

/**
 * The moment at which a caller stops waiting for a result. It is the last parameter of a port's methods. An operation that
 * has not finished at the deadline fails with a DomainError `service_unavailable`.
 */
export class Deadline {
  /** No limit: the caller waits until the operation ends. */
  static readonly none = new Deadline(Infinity);

  /** @param at time of the process's monotonic clock (`performance.now()`), in milliseconds */
  constructor(readonly at: number) {}

  /** Milliseconds from `now`, a time of the same clock, to the deadline. Negative after the deadline. */
  remaining(now: number): number {
    return this.at - now;
  }

  /** Delay in whole milliseconds for a timer that fires at the deadline, or earlier if the deadline is over 24 days away. */
  delay(now: number): number {
    return Math.min(Math.max(0, Math.ceil(this.remaining(now))), maxTimerDelay);
  }
}
