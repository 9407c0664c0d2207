import { setTimeout as delay } from 'node:timers/promises';

/** How often a disturbed measurement is repeated at most. */
export const mostRepeats = 5;

/** Milliseconds from a disturbed measurement to its repeat: the cause, such as a slow disk, may last for a moment. */
const usualPause = 1_000;

/** A measurement whose figures are not used: requests were refused, failed or stalled. The message says which. */
export class Disturbed extends Error {}

/** A measurement was disturbed every time. */
export class NotMeasured extends Error {}

export interface Repeat {
  /** The measurement: server, operation and round. */
  readonly what: string;
  readonly reason: string;
}

/** Repeats disturbed measurements, and lists the repeats for the report. */
export class Repeats {
  readonly all: Repeat[] = [];

  /** @param pause milliseconds from a disturbed measurement to its repeat */
  constructor(private readonly pause = usualPause) {}

  /**
   * Returns what the first undisturbed attempt returns.
   * @param what names the measurement in the report and in errors
   * @param measure throws Disturbed when it is to be repeated; every other error is thrown on
   * @throws NotMeasured when the first attempt and all repeats were disturbed
   */
  async untilUndisturbed<T>(what: string, measure: () => Promise<T>): Promise<T> {
    for (let repeat = 0; ; repeat++) {
      try {
        return await measure();
      } catch (error) {
        if (!(error instanceof Disturbed)) throw error;
        const { message: reason } = error;
        if (repeat === mostRepeats) {
          throw new NotMeasured(
            `${what} was not measured: disturbed ${repeat + 1} times in a row, at last by ${reason}`,
          );
        }
        this.all.push({ what, reason });
      }
      await delay(this.pause);
    }
  }
}
