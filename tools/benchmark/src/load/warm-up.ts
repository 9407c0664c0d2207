import type { Load, LoadGenerator } from './load.ts';

/** Seconds of each load. */
const portion = 1;

/** Compilers work on what has run often, not on what has run long: loads until there were enough answers. */
export interface WarmUp {
  /** Answers that are enough. */
  readonly answers: number;
  /** Seconds after which slow ones are warm enough. */
  readonly seconds: number;
}

/** @throws Disturbed */
export async function warmUp(generator: LoadGenerator, load: Omit<Load, 'seconds'>, until: WarmUp): Promise<void> {
  let answers = 0;
  for (let seconds = 0; answers < until.answers && seconds < until.seconds; seconds += portion) {
    answers += (await generator.apply({ ...load, seconds: portion }, () => undefined)).answers;
  }
}
