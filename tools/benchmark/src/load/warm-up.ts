import type { Load, LoadGenerator } from './load.ts';

/** Seconds of each load. */
const portion = 1;

/** When a warm-up ends. It counts responses, because compilers optimise code that has run often. */
export interface WarmUp {
  /** Number of responses that is enough. */
  readonly responses: number;
  /** Maximum seconds, for slow servers. */
  readonly seconds: number;
}

/** @throws Interfered */
export async function warmUp(generator: LoadGenerator, load: Omit<Load, 'seconds'>, until: WarmUp): Promise<void> {
  let responses = 0;
  for (let seconds = 0; responses < until.responses && seconds < until.seconds; seconds += portion) {
    responses += (await generator.apply({ ...load, seconds: portion }, () => undefined)).responses;
  }
}
