import { setTimeout as delay } from 'node:timers/promises';

/** Maximum number of repeats of one measurement. */
export const maxRepeats = 5;

/** Milliseconds before a repeat. The cause, such as a slow disk, may last for a moment. */
const defaultPause = 1_000;

/** A measurement is invalid because requests were refused, failed or stalled. The message has the reason. */
export class InvalidMeasurement extends Error {}

/** A measurement and all its repeats were invalid. */
export class MeasurementFailed extends Error {}

/** A repeated measurement. */
export interface Repeat {
  /** Name of the measurement: server, operation and round. */
  readonly what: string;
  /** Why the attempt before was invalid. */
  readonly reason: string;
}

/** Repeats invalid measurements, and lists the repeats for the report. */
export class Repeats {
  readonly all: Repeat[] = [];

  /** @param pause milliseconds before a repeat */
  constructor(private readonly pause = defaultPause) {}

  /**
   * Runs a measurement until it is valid, and returns its result.
   * @param what name of the measurement in the report and in errors
   * @param attempt one attempt. If it throws InvalidMeasurement, it is repeated. `measure` rethrows any other error.
   * @throws MeasurementFailed if the first attempt and all repeats were invalid
   */
  async measure<T>(what: string, attempt: () => Promise<T>): Promise<T> {
    for (let repeat = 0; ; repeat++) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof InvalidMeasurement)) throw error;
        const { message: reason } = error;
        if (repeat === maxRepeats) {
          throw new MeasurementFailed(
            `${what} was not measured: ${repeat + 1} invalid attempts, the last because of ${reason}`,
          );
        }
        this.all.push({ what, reason });
      }
      await delay(this.pause);
    }
  }
}
