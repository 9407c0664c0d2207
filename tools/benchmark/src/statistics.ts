/** What several measurements of one thing come to. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function median(values: readonly number[]): number {
  const sorted = ascending(values);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function spread(values: readonly number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/**
 * The value that the share of all values does not exceed (nearest rank).
 * @param share between 0 and 1
 */
export function percentile(values: readonly number[], share: number): number {
  return ascending(values)[Math.max(0, Math.ceil(share * values.length) - 1)]!;
}

/**
 * How ours compares with theirs: each round by itself, for what disturbs a round disturbs both.
 * @throws RangeError when a round lacks one of the two
 */
export function pairedRatios(ours: readonly number[], theirs: readonly number[]): Spread {
  if (ours.length !== theirs.length) throw new RangeError('a ratio needs both sides of every round');
  return spread(ours.map((value, round) => value / theirs[round]!));
}

function ascending(values: readonly number[]): number[] {
  if (values.length === 0) throw new RangeError('nothing was measured');
  return [...values].sort((a, b) => a - b);
}
