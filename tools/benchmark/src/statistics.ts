/** Summary of several measurements. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Returns the median. @throws RangeError if there are no values */
export function median(values: readonly number[]): number {
  const sorted = ascending(values);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** @throws RangeError if there are no values */
export function spread(values: readonly number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/**
 * Divides the values of each round, and summarizes the ratios. A disturbance in a round affects both sides of its ratio.
 * @throws RangeError if the sides have different numbers of rounds
 */
export function pairedRatios(ours: readonly number[], theirs: readonly number[]): Spread {
  if (ours.length !== theirs.length) throw new RangeError('a ratio needs both sides of every round');
  return spread(ours.map((value, round) => value / theirs[round]!));
}

function ascending(values: readonly number[]): number[] {
  if (values.length === 0) throw new RangeError('nothing was measured');
  return [...values].sort((a, b) => a - b);
}
