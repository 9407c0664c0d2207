import { InvalidMeasurement } from '../repeats.ts';
import type { Window } from './load-parameters.ts';

/** The JSON that `wrk.lua` writes. Times are in microseconds. */
interface Result {
  readonly duration: number;
  readonly requests: number;
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  /** Responses with a status of 400 or above. */
  readonly refused: number;
  /** Connection errors, read errors and write errors. */
  readonly broken: number;
  /** Responses that arrived after the timeout. */
  readonly late: number;
}

/**
 * Reads the result from the output of wrk.
 * @throws InvalidMeasurement if a request failed or was refused
 * @throws Error if the last line is not the JSON of `wrk.lua`
 */
export function readResult(output: string): Window {
  const { duration, requests, p50, p99, longest, refused, broken, late } = lastLineOf(output);
  const failures = Object.entries({ refused, broken, late }).filter(([, count]) => count > 0);
  if (failures.length > 0) {
    const counts = failures.map(([failure, count]) => `${count} ${failure}`).join(', ');
    throw new InvalidMeasurement(`${counts} of ${requests}`);
  }
  return {
    milliseconds: duration / 1_000,
    responses: requests,
    p50: p50 / 1_000,
    p99: p99 / 1_000,
    longest: longest / 1_000,
  };
}

function lastLineOf(output: string): Result {
  const line = output.trim().split('\n').at(-1)!;
  try {
    return JSON.parse(line) as Result;
  } catch {
    throw new Error(`wrk exited without a result: ${line}`);
  }
}
