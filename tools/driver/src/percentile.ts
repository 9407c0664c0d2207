/**
 * Returns the value that the given share of all values does not exceed (nearest rank).
 * @param values at least one, in any order
 * @param share between 0 and 1
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * values.length) - 1)] ?? NaN;
}
