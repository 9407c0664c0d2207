import type { Ratio } from './ratio.ts';

/** What the interval of a ratio of CPU times or response times shows. `undecided`: there is no interval. */
export type Verdict = 'faster' | 'slower' | 'no difference shown' | 'undecided';

/** Returns a verdict other than `no difference shown` only if the interval excludes 1. */
export function verdictOf({ interval }: Ratio): Verdict {
  if (interval === undefined) return 'undecided';
  if (interval.high < 1) return 'faster';
  return interval.low > 1 ? 'slower' : 'no difference shown';
}

/** Limits of a ratio; less is better. */
export interface Target {
  /** The maximum that is accepted. */
  readonly floor: number;
  /** The value to reach, less than `floor`. */
  readonly aim?: number;
}

export type TargetVerdict = 'aim met' | 'floor met' | 'floor not met' | 'undecided';

/** Returns a verdict other than `undecided` only if the whole interval is on one side of the limit. */
export function targetVerdictOf({ interval }: Ratio, { floor, aim }: Target): TargetVerdict {
  if (interval === undefined) return 'undecided';
  if (aim !== undefined && interval.high <= aim) return 'aim met';
  if (interval.high <= floor) return 'floor met';
  return interval.low > floor ? 'floor not met' : 'undecided';
}
