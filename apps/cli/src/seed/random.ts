/**
 * Pseudo-random numbers that a seed repeats: mulberry32 by Tommy Ettinger, in the public domain,
 * https://gist.github.com/tommyettinger/46a874533244883189143505d203312c. Not for secrets.
 */
export class Random {
  /** @param state seed, an integer from 0 to 4,294,967,295 */
  constructor(private state: number) {}

  /** Returns one of the values. @param values at least one */
  pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.next() * values.length)]!;
  }

  /** Returns a number from 0 up to, but not including, 1. */
  private next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
