import type { Observation } from '@petstore/driver';

/** How the responses of a load show a fault. */
export interface Refusals {
  /** Responses with 503. */
  readonly unavailable: number;
  /** Requests without a complete response. */
  readonly unanswered: number;
  /** Responses that no fault of the cluster allows, by kind, status and code. */
  readonly unexpected: readonly string[];
  /** Longest milliseconds between two acknowledged creates. */
  readonly interruption: number;
}

/** Counts the refusals of a load. @param observations in the order of their ends */
export function refusalsIn(observations: readonly Observation[]): Refusals {
  const creates = observations.filter(({ status }) => status === 201).map(({ at }) => at);
  return {
    unavailable: observations.filter(({ status }) => status === 503).length,
    unanswered: observations.filter(({ status }) => status === 0).length,
    unexpected: [
      ...new Set(observations.filter(isUnexpected).map(({ kind, status, code }) => `${kind} ${status} ${code}`)),
    ],
    interruption: Math.max(0, ...creates.slice(1).map((at, index) => at - creates[index]!)),
  };
}

/** A repeated create gets 409 while its first attempt is in progress, and a request with an invalid key gets 401. */
function isUnexpected({ kind, status }: Observation): boolean {
  const isRefusal = status === 0 || status === 503;
  const isExpected =
    kind === 'unauthenticated' ? status === 401 : status < 300 || (kind === 'repeatable' && status === 409);
  return !isRefusal && !isExpected;
}
