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
  /** @throws WrongAnswer */
  readonly apply: (load: Load, watched: Watched) => Promise<Window>;
}

/** An answer that no peer should have given. */
export class WrongAnswer extends Error {}

/** Enough for 64 connections not to ask the same at the same time. */
const requestsInAll = 6_400;

export function drawAll({ draw }: Load): Request[] {
  return Array.from({ length: requestsInAll }, draw);
}
