import { Disturbed } from '../repeats.ts';
import { isStall, type Window } from './load.ts';

/** The last line that wrk.lua writes; times in microseconds. */
interface Result {
  readonly duration: number;
  readonly requests: number;
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  /** Answers with a status from 400 on. */
  readonly refused: number;
  /** Connections that could not be made, or broke. */
  readonly broken: number;
  /** Answers that came when they were no longer waited for. */
  readonly late: number;
}

/**
 * What wrk found, from all that it wrote.
 * @throws Disturbed unless every request was answered in time, and with success
 */
export function readResult(output: string): Window {
  const { duration, requests, p50, p99, longest, refused, broken, late } = lastLineOf(output);
  const faults = Object.entries({ refused, broken, late }).filter(([, count]) => count > 0);
  if (faults.length > 0) {
    const told = faults.map(([fault, count]) => `${count} ${fault}`).join(', ');
    throw new Disturbed(`${told} of ${requests}`);
  }
  if (requests === 0) throw new Disturbed('no answer');
  if (isStall(longest / 1_000, p50 / 1_000)) throw new Disturbed(`an answer after ${Math.round(longest / 1_000)} ms`);
  return { milliseconds: duration / 1_000, answers: requests, p50: p50 / 1_000, p99: p99 / 1_000 };
}

function lastLineOf(output: string): Result {
  const line = output.trim().split('\n').at(-1)!;
  try {
    return JSON.parse(line) as Result;
  } catch {
    throw new Error(`wrk ended without a result: ${line}`);
  }
}
