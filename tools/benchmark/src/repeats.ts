import { setTimeout as delay } from 'node:timers/promises';

/** Maximum number of repeats of one measurement. */
export const maxRepeats = 5;

/** Milliseconds before a repeat, because the cause, such as a slow disk, may last for a moment. */
const defaultPause = 1_000;

/** A measurement is invalid because requests were refused, failed or stalled. The message says which. */
export class Interfered extends Error {}

/** A measurement and all its repeats were interfered with. */
export class NotMeasured extends Error {}

export interface Repeat {
  /** The measurement: server, operation and round. */
  readonly what: string;
  readonly reason: string;
}

/** Repeats measurements that were interfered with, and lists the repeats for the report. */
export class Repeats {
  readonly all: Repeat[] = [];

  /** @param pause milliseconds before a repeat */
  constructor(private readonly pause = defaultPause) {}

  /**
   * Runs a measurement until it is not interfered with, and returns its result.
   * @param what name of the measurement in the report and in errors
   * @param attempt throws Interfered to be repeated; any other error ends the measurement
   * @throws NotMeasured if the first attempt and all repeats were interfered with
   */
  async measure<T>(what: string, attempt: () => Promise<T>): Promise<T> {
    for (let repeat = 0; ; repeat++) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof Interfered)) throw error;
        const { message: reason } = error;
        if (repeat === maxRepeats) {
          throw new NotMeasured(
            `${what} was not measured: interfered with ${repeat + 1} times in a row, last by ${reason}`,
          );
        }
        this.all.push({ what, reason });
      }
      await delay(this.pause);
    }
  }
}
