import type { Spread } from './statistics.ts';

/** Three digits that count, and no more than there is to say. */
export function rounded(value: number): string {
  if (value >= 100) return Math.round(value).toString();
  return value.toFixed(value >= 10 ? 1 : 2);
}

/** `median (min–max)`. */
export function told({ median, min, max }: Spread): string {
  return `${rounded(median)} (${rounded(min)}–${rounded(max)})`;
}
