import { Random } from './random.ts';

/** Confidence interval of the median of the population from which the values were drawn. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Probability that an interval contains the median of the population. With 6 or 12 values it is 0.92 to 0.95, with 7 it is 0.87. */
export const confidence = 0.95;

/** The range of fewer values contains the median of the population with a smaller probability than `confidence`. */
export const minValues = 6;

const resamples = 2_000;

/** The same values always have the same interval. */
const seed = 1;

/**
 * Returns the percentile bootstrap interval of the median: draws as many values as there are, with replacement, and repeats this
 * `resamples` times. The interval leaves out the same number of the smallest and of the greatest medians.
 * Source: Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13.
 * @returns undefined for fewer than `minValues` values
 */
export function medianInterval(values: readonly number[]): Interval | undefined {
  if (values.length < minValues) return undefined;
  const sorted = [...values].sort((a, b) => a - b);
  const random = new Random(seed);
  const medians = Array.from({ length: resamples }, () => medianOfDrawn(sorted, random)).sort((a, b) => a - b);
  const leftOut = Math.floor(((1 - confidence) / 2) * resamples);
  return { low: medians[leftOut]!, high: medians[resamples - 1 - leftOut]! };
}

/** Draws as many values as there are, with replacement, and returns their median. Counts the draws, because sorting is slow. */
function medianOfDrawn(sorted: readonly number[], random: Random): number {
  const last = sorted.length - 1;
  const counts = sorted.map(() => 0);
  for (let draw = 0; draw <= last; draw += 1) counts[random.between(0, last)]! += 1;
  const lower = indexAt(counts, last >> 1);
  const upper = indexAt(counts, (last + 1) >> 1);
  return (sorted[lower]! + sorted[upper]!) / 2;
}

/** Returns the index of the draw at a position of the sorted draws. @param counts number of draws of each index */
function indexAt(counts: readonly number[], position: number): number {
  let index = 0;
  for (let seen = counts[0]!; seen <= position; seen += counts[index]!) index += 1;
  return index;
}
