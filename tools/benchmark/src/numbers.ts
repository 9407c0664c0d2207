import type { Spread } from './statistics.ts';

/** Three significant digits; integers from 100 on. */
export function formatNumber(value: number): string {
  if (value >= 100) return Math.round(value).toString();
  return value.toFixed(value >= 10 ? 1 : 2);
}

/** `median (min–max)`. */
export function formatSpread({ median, min, max }: Spread): string {
  return `${formatNumber(median)} (${formatNumber(min)}–${formatNumber(max)})`;
}
