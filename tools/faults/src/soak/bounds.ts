import type { Sample } from './soak.ts';

/** A requirement for the course of a figure during the run. */
interface Bound {
  readonly name: string;
  /** Figure of a sample; NaN if it cannot be measured on this platform. */
  readonly valueOf: (sample: Sample) => number;
  readonly unit: string;
  /** Allowed ratio of the last quarter to the second quarter. */
  readonly factor: number;
  /** Allowed difference, in the unit of the figure, if it is more than the factor allows. */
  readonly tolerance: number;
}

/** Result of a bound. */
export interface BoundResult {
  readonly name: string;
  /** Undefined if the figure cannot be measured on this platform. */
  readonly isMet: boolean | undefined;
  /** The measured values and the limit. */
  readonly text: string;
}

/** The bounds of the soak test. docs/reliability.md has the same sentences. */
export const bounds: readonly Bound[] = [
  { name: 'memory', valueOf: ({ megabytes }) => megabytes, unit: 'MB', factor: 1.2, tolerance: 30 },
  { name: 'open files', valueOf: ({ files }) => files, unit: 'files', factor: 1, tolerance: 8 },
  { name: 'p99', valueOf: ({ p99 }) => p99, unit: 'ms', factor: 4, tolerance: 25 },
];

/** Describes a bound in a sentence. */
export function describeBound({ name, unit, factor, tolerance }: Bound): string {
  const limit =
    factor === 1
      ? `the median of the second quarter plus ${tolerance} ${unit}`
      : `${factor} times the median of the second quarter, or that median plus ${tolerance} ${unit} if this is more`;
  return `${name}: the median of the last quarter of the samples is at most ${limit}`;
}

/**
 * Compares the last quarter of the samples with the second quarter: the first belongs to the start, in which V8 compiles the code
 * and the heap grows. The medians ignore single samples that other work of the machine disturbs.
 * @param samples at least 4
 */
export function checkBounds(samples: readonly Sample[]): BoundResult[] {
  return bounds.map((bound) => checkBound(bound, samples.map(bound.valueOf)));
}

function checkBound({ name, unit, factor, tolerance }: Bound, values: readonly number[]): BoundResult {
  const quarter = Math.floor(values.length / 4);
  const before = median(values.slice(quarter, 2 * quarter));
  const after = median(values.slice(-quarter));
  if (Number.isNaN(before) || Number.isNaN(after)) {
    return { name, isMet: undefined, text: 'not measured: it needs /proc' };
  }
  const limit = Math.max(before * factor, before + tolerance);
  const [first, last, most] = [before, after, limit].map((value) => value.toFixed(1));
  return { name, isMet: after <= limit, text: `${first} ${unit}, then ${last} ${unit}; at most ${most}` };
}

/** Returns NaN without values, and if a value is NaN. */
function median(values: readonly number[]): number {
  if (values.length === 0 || values.some(Number.isNaN)) return NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
