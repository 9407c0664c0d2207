import type { Ratio } from './ratio.ts';
import type { Spread } from './statistics.ts';

/** What tables show for a value that was not measured. */
export const notMeasured = '–';

/** Formats a number of at least 1 with three significant digits, or as an integer from 100 on. Smaller numbers get two decimals. */
export function formatNumber(value: number): string {
  if (value >= 100) return Math.round(value).toString();
  return value.toFixed(value >= 10 ? 1 : 2);
}

/** Formats a spread as `median (min–max)`. */
export function formatSpread(spread: Spread | undefined): string {
  if (!spread) return notMeasured;
  const { median, min, max } = spread;
  return `${formatNumber(median)} (${formatNumber(min)}–${formatNumber(max)})`;
}

/** Formats a ratio as `median (low–high)`, or without the interval if there is none. */
export function formatRatio(ratio: Ratio | undefined): string {
  if (!ratio) return notMeasured;
  const { median, interval } = ratio;
  if (!interval) return formatNumber(median);
  return `${formatNumber(median)} (${formatNumber(interval.low)}–${formatNumber(interval.high)})`;
}
