import { setTimeout as delay } from 'node:timers/promises';

/** Maximum number of repeats of one measurement. */
export const maxRepeats = 5;

/** Milliseconds before a repeat. The cause, such as a slow disk, may last for a moment. */
const defaultPause = 1_000;

/** A measurement is invalid because requests were refused, failed or stalled. The message has the reason. */
export class InvalidMeasurement extends Error {}

/** A measurement and all its repeats were invalid. */
export class MeasurementFailed extends Error {
  /** @param reason why the last attempt was invalid */
  constructor(
    what: string,
    attempts: number,
    readonly reason: string,
  ) {
    const invalid = attempts === 1 ? 'an invalid attempt' : `${attempts} invalid attempts, the last`;
    super(`${what} was not measured: ${invalid} because of ${reason}`);
  }
}

/** A repeated measurement, or one that was left out. */
export interface Repeat {
  /** Name of the measurement: server, operation and round. */
  readonly what: string;
  /** Why the attempt before was invalid. */
  readonly reason: string;
}

interface RepeatsOptions {
  /** Milliseconds before a repeat. */
  readonly pause?: number;
  /** Called before each repeat, and for each measurement that is left out. */
  readonly onInvalid?: (message: string) => void;
  /** Whether there is time for a repeat. Default: always. */
  readonly isTimeLeft?: () => boolean;
}

/** Repeats invalid measurements, and lists the repeats for the report. */
export class Repeats {
  readonly all: Repeat[] = [];
  /** Measurements without a valid attempt, which the run does without. */
  readonly leftOut: Repeat[] = [];
  private readonly pause: number;
  private readonly onInvalid: (message: string) => void;
  private readonly isTimeLeft: () => boolean;

  constructor({ pause = defaultPause, onInvalid = () => undefined, isTimeLeft = () => true }: RepeatsOptions = {}) {
    this.pause = pause;
    this.onInvalid = onInvalid;
    this.isTimeLeft = isTimeLeft;
  }

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
        if (repeat === maxRepeats || !this.isTimeLeft()) throw new MeasurementFailed(what, repeat + 1, reason);
        this.all.push({ what, reason });
        this.onInvalid(`repeating ${what}: ${reason}`);
      }
      await delay(this.pause);
    }
  }

  /** Runs a measurement as `measure` does. If all attempts were invalid, adds it to `leftOut` and returns undefined. */
  async measureOrLeaveOut<T>(what: string, attempt: () => Promise<T>): Promise<T | undefined> {
    try {
      return await this.measure(what, attempt);
    } catch (error) {
      if (!(error instanceof MeasurementFailed)) throw error;
      const { reason } = error;
      this.leftOut.push({ what, reason });
      this.onInvalid(`leaving out ${what}: ${reason}`);
      return undefined;
    }
  }
}
