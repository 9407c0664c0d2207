import type { Spread } from './statistics.ts';

/** Formats a number of at least 1 with three significant digits, or as an integer from 100 on. Smaller numbers get two decimals. */
export function formatNumber(value: number): string {
  if (value >= 100) return Math.round(value).toString();
  return value.toFixed(value >= 10 ? 1 : 2);
}

/** Formats a spread as `median (min–max)`. */
export function formatSpread({ median, min, max }: Spread): string {
  return `${formatNumber(median)} (${formatNumber(min)}–${formatNumber(max)})`;
}
