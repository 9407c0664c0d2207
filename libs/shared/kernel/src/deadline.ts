/** The longest delay of a timer, in milliseconds: Node fires a timer with a longer one immediately. */
const longestDelay = 2_147_483_647;

/**
 * The moment until which a caller waits for an answer. A port takes it as its last parameter; an operation that is still
 * waiting then fails with a DomainError of kind `unavailable`.
 */
export class Deadline {
  /** The caller waits for as long as the operation takes. */
  static readonly none = new Deadline(Infinity);

  /** @param at milliseconds of the process's monotonic clock (`performance.now()`) */
  constructor(readonly at: number) {}

  /** Milliseconds left at the moment `now` of the same clock; 0 or less when it has passed. */
  remaining(now: number): number {
    return this.at - now;
  }

  /** Milliseconds for a timer that fires when the deadline passes; sooner when that is weeks away. */
  delay(now: number): number {
    return Math.min(Math.max(0, Math.ceil(this.remaining(now))), longestDelay);
  }
}
