// Jest looks up a global such as Math slowly, and the intervals need millions of numbers.
const { floor, imul } = Math;

/** Seeded random numbers (mulberry32), so that all servers get the same requests. */
export class Random {
  /** @param state seed, a 32-bit integer */
  constructor(private state: number) {}

  /** Returns an integer from `min` to `max`, both included. */
  between(min: number, max: number): number {
    return min + floor(this.next() * (max - min + 1));
  }

  /** Returns one of the values. @param values at least one */
  pick<T>(values: readonly T[]): T {
    return values[this.between(0, values.length - 1)]!;
  }

  /** Returns a number from 0 up to, but not including, 1. */
  private next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
