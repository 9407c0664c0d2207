import { type Interval, medianInterval } from './bootstrap.ts';
import { median } from './statistics.ts';

/** Median of the ratios of two servers' figures, from the rounds in which both were measured. */
export interface Ratio {
  readonly median: number;
  /** Undefined if there are too few rounds. */
  readonly interval?: Interval;
  readonly rounds: number;
}

/**
 * Divides the values of each round. A disturbance in a round affects both sides of its ratio.
 * @param ours values by round
 * @param theirs values by round
 * @returns undefined if there is no round with both values
 */
export function pairedRatio(ours: ReadonlyMap<number, number>, theirs: ReadonlyMap<number, number>): Ratio | undefined {
  const ratios = [...ours].flatMap(([round, value]) => {
    const divisor = theirs.get(round);
    return divisor === undefined ? [] : [value / divisor];
  });
  if (ratios.length === 0) return undefined;
  const interval = medianInterval(ratios);
  return { median: median(ratios), ...(interval && { interval }), rounds: ratios.length };
}
