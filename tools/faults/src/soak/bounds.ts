import { percentile } from '@petstore/driver';
import type { Sample } from './soak.ts';

/** A requirement for the course of a figure during the run. */
interface Bound {
  readonly name: string;
  /** Figure of a sample; NaN if it cannot be measured on this platform. */
  readonly valueOf: (sample: Sample) => number;
  readonly unit: string;
  /** Quarter of the samples with which the last quarter is compared, from 1. */
  readonly baseline: 1 | 2;
  /** Allowed ratio of the last quarter to the baseline. */
  readonly factor: number;
  /** Allowed difference, in the unit of the figure, if it is more than the factor allows. */
  readonly tolerance: number;
}

/** Result of a bound. */
export interface BoundResult {
  readonly name: string;
  /** Undefined if the bound was not checked: the run is too short, or the figure cannot be measured on this platform. */
  readonly isMet: boolean | undefined;
  /** The measured values and the limit. */
  readonly text: string;
}

/** The bounds of the soak test. docs/reliability.md has the same sentences. */
export const bounds: readonly Bound[] = [
  // In the first quarter the heap grows and connections are opened.
  { name: 'memory', valueOf: ({ megabytes }) => megabytes, unit: 'MB', baseline: 2, factor: 1.2, tolerance: 30 },
  { name: 'open files', valueOf: ({ files }) => files, unit: 'files', baseline: 2, factor: 1, tolerance: 8 },
  // Compared with the second quarter, a value that grows steadily from 0 reaches only 2.3 times the baseline.
  { name: 'p99', valueOf: ({ p99 }) => p99, unit: 'ms', baseline: 1, factor: 3, tolerance: 25 },
];

/** Minutes. During a shorter run the heap of the service still grows to its usual size. */
export const minCheckedMinutes = 10;

const quarterNames = { 1: 'first', 2: 'second' };

/** Describes a bound in a sentence. */
export function describeBound({ name, unit, baseline, factor, tolerance }: Bound): string {
  const reference = `the median of the ${quarterNames[baseline]} quarter`;
  const limit =
    factor === 1
      ? `${reference} plus ${tolerance} ${unit}`
      : `${factor} times ${reference}, or that median plus ${tolerance} ${unit} if this is more`;
  return `${name}: the median of the last quarter of the samples is at most ${limit}`;
}

/**
 * Compares the last quarter of the samples with an earlier one. The medians ignore single samples that other work of the machine
 * disturbs.
 * @param samples at least 4
 */
export function checkBounds(samples: readonly Sample[]): BoundResult[] {
  const isTooShort = samples.at(-1)!.minute < minCheckedMinutes;
  return bounds.map((bound) => {
    const result = checkBound(bound, samples.map(bound.valueOf));
    if (!isTooShort) return result;
    return {
      ...result,
      isMet: undefined,
      text: `${result.text} (not checked in less than ${minCheckedMinutes} minutes)`,
    };
  });
}

function checkBound({ name, unit, baseline, factor, tolerance }: Bound, values: readonly number[]): BoundResult {
  const quarter = Math.floor(values.length / 4);
  const before = median(values.slice((baseline - 1) * quarter, baseline * quarter));
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
  return values.length === 0 || values.some(Number.isNaN) ? NaN : percentile(values, 0.5);
}
