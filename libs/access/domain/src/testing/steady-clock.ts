import { Clock } from '../clock.ts';

/** The fake: it stands until it is moved. */
export class SteadyClock extends Clock {
  private time = 0;

  monotonic(): number {
    return this.time;
  }

  pass(milliseconds: number): void {
    this.time += milliseconds;
  }
}
