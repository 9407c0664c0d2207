import type { LoadParameters, LoadGenerator } from './load-parameters.ts';

/** Seconds of each run of the load generator. */
const stepDuration = 1;

/** End of a warm-up. It counts responses, because just-in-time compilers optimise code that has run often. */
export interface WarmUp {
  /** Number of responses after which the warm-up ends. */
  readonly responses: number;
  /** Maximum seconds, because slow servers would need too long for the responses. */
  readonly seconds: number;
}

/** Runs the load until the warm-up ends. @throws InvalidMeasurement if requests were refused or failed */
export async function warmUp(
  generator: LoadGenerator,
  load: Omit<LoadParameters, 'seconds'>,
  until: WarmUp,
): Promise<void> {
  let responses = 0;
  for (let seconds = 0; responses < until.responses && seconds < until.seconds; seconds += stepDuration) {
    responses += (await generator.run({ ...load, seconds: stepDuration }, () => undefined)).responses;
  }
}
