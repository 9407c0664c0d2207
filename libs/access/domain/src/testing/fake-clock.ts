import { Clock } from '../platform.ts';

/** Starts at 0 and changes only when the test calls `advance`. */
export class FakeClock extends Clock {
  private time = 0;

  monotonic(): number {
    return this.time;
  }

  advance(milliseconds: number): void {
    this.time += milliseconds;
  }
}
