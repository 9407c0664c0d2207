/** The longest delay of a timer, in milliseconds: Node fires a timer with a longer one immediately. */
const maxTimerDelay = 2_147_483_647;

/**
 * The moment at which a caller stops waiting for a result. A port takes it as its last parameter. An operation that has not
 * finished by then fails with a DomainError of kind `unavailable`.
 */
export class Deadline {
  /** No limit: the caller waits until the operation ends. */
  static readonly none = new Deadline(Infinity);

  /** @param at milliseconds of the process's monotonic clock (`performance.now()`) */
  constructor(readonly at: number) {}

  /** Milliseconds left at the moment `now` of the same clock; 0 or negative after the deadline. */
  remaining(now: number): number {
    return this.at - now;
  }

  /** Delay in whole milliseconds for a timer that fires at the deadline, or earlier if the deadline is over 24 days away. */
  delay(now: number): number {
    return Math.min(Math.max(0, Math.ceil(this.remaining(now))), maxTimerDelay);
  }
}
