import { Clock } from '../clock.ts';

/** The time changes only by `advance`. */
export class FakeClock extends Clock {
  private time = 0;

  monotonic(): number {
    return this.time;
  }

  advance(milliseconds: number): void {
    this.time += milliseconds;
  }
}
