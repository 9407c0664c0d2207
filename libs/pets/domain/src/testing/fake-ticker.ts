import { Ticker } from '../ticker.ts';

interface Interval {
  readonly length: number;
  readonly tick: () => void;
  nextAt: number;
}

/** Test double. Starts at 0, and its time changes only when the test calls `advance`. */
export class FakeTicker extends Ticker {
  private time = 0;
  private readonly intervals = new Set<Interval>();

  now(): number {
    return this.time;
  }

  start(length: number, tick: () => void): () => void {
    const interval = { length, tick, nextAt: this.time + length };
    this.intervals.add(interval);
    return () => this.intervals.delete(interval);
  }

  /** Number of intervals that were not ended. */
  get running(): number {
    return this.intervals.size;
  }

  /** Advances the time and calls the functions that are due. Lets the promises between two calls settle. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.time + milliseconds;
    for (;;) {
      const next = [...this.intervals].sort((one, other) => one.nextAt - other.nextAt)[0];
      if (!next || next.nextAt > end) break;
      this.time = next.nextAt;
      next.nextAt += next.length;
      next.tick();
      await settle();
    }
    this.time = end;
  }
}

/** Waits for promises that need no event: far more microtasks than a call of a test double takes. */
async function settle(): Promise<void> {
  for (let count = 0; count < 100; count++) await Promise.resolve();
}
