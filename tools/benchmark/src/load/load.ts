import type { ApiRequest } from '@petstore/driver';

export interface Load {
  readonly address: string;
  readonly authorization: string;
  readonly connections: number;
  /** Seconds of the measurement window. */
  readonly seconds: number;
  /** Returns the next request for any connection. */
  readonly draw: () => ApiRequest;
}

/** Results of a measurement window. */
export interface Window {
  /** Duration in milliseconds. */
  readonly milliseconds: number;
  /** Responses within the window. */
  readonly responses: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** Called when the window opens and closes, to read counters that belong to it. */
export type WindowObserver = (moment: 'opens' | 'closes') => void;

/** Keeps all connections busy. Requests are drawn before the window opens and sent in a cycle. */
export interface LoadGenerator {
  /** Name in reports. */
  readonly name: string;
  /** @throws Interfered if requests were refused, failed or stalled */
  readonly apply: (load: Load, watched: WindowObserver) => Promise<Window>;
}

/** A stall is a response that took longer than this many milliseconds and than this multiple of the median. */
const minStall = 1_000;
const stallFactor = 50;

/**
 * Whether the longest response of a window shows a stall of the machine. On a slow machine the median is longer, too.
 * @param longest milliseconds
 * @param p50 milliseconds
 */
export function isStall(longest: number, p50: number): boolean {
  return longest > Math.max(minStall, stallFactor * p50);
}

/** Enough that 64 connections do not send the same request at the same time. */
const requestCount = 6_400;

export function drawAll({ draw }: Load): ApiRequest[] {
  return Array.from({ length: requestCount }, draw);
}
