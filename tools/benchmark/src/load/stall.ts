import { InvalidMeasurement } from '../repeats.ts';
import type { Window } from './load-parameters.ts';

/** A response is a stall if it took longer than this fraction of the window, or `maxLimit`, and longer than `factor` medians. */
const fraction = 0.5;

/** Milliseconds. */
const maxLimit = 1_000;

const factor = 50;

/**
 * Rejects a window with a stall of the machine, usually of its disk. On a slow machine the median is longer, too.
 * @param seconds duration of the window
 * @throws InvalidMeasurement if there was no response, or if the longest response is a stall
 */
export function requireNoStall({ responses, longest, p50 }: Window, seconds: number): void {
  if (responses === 0) throw new InvalidMeasurement('no response');
  const limit = Math.min(seconds * 1_000 * fraction, maxLimit);
  if (longest > Math.max(limit, factor * p50)) {
    throw new InvalidMeasurement(`a response after ${Math.round(longest)} ms`);
  }
}
