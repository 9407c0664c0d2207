import type { Request } from '../operations.ts';

export interface Load {
  readonly address: string;
  readonly authorization: string;
  readonly connections: number;
  /** How long the window is open. */
  readonly seconds: number;
  /** The next request of any connection. */
  readonly draw: () => Request;
}

/** What a window showed. */
export interface Window {
  /** Milliseconds that it was open. */
  readonly milliseconds: number;
  /** How many came while it was open. */
  readonly answers: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** When figures are to be read that belong to the window. */
export type Watched = (moment: 'opens' | 'closes') => void;

/** Keeps all connections busy with requests that are drawn before the window opens, and asked in a circle. */
export interface LoadGenerator {
  /** As a report names it. */
  readonly name: string;
  /** @throws Disturbed when requests were refused, failed or stalled */
  readonly apply: (load: Load, watched: Watched) => Promise<Window>;
}

/** Milliseconds that an answer takes at least when the machine stalled, and how many times the median of its window. */
const shortestStall = 1_000;
const stallByMedian = 50;

/**
 * Whether a window's longest answer shows a stall of the machine. On a machine that is merely slow, the others take long as well.
 * @param longest milliseconds
 * @param p50 milliseconds
 */
export function isStall(longest: number, p50: number): boolean {
  return longest > Math.max(shortestStall, stallByMedian * p50);
}

/** Enough for 64 connections not to ask the same at the same time. */
const requestsInAll = 6_400;

export function drawAll({ draw }: Load): Request[] {
  return Array.from({ length: requestsInAll }, draw);
}
