/**
 * Returns a percentile of the values by the nearest-rank method; NaN if there are no values.
 * @param values in any order
 * @param fraction 0 to 1, such as 0.99 for the 99th percentile
 */
export function percentile(values: readonly number[], fraction: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(fraction * values.length) - 1)] ?? NaN;
}
