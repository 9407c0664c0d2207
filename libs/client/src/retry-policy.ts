import type { PetstoreError } from './petstore-error.ts';

/** Decides whether a failed call may be retried. */
export type RetryPolicy = (error: PetstoreError) => boolean;

/** Too Many Requests, Bad Gateway, Service Unavailable, Gateway Timeout. */
const transientStatuses = [429, 502, 503, 504];

const hasNoResponse = ({ code }: PetstoreError) => code === 'network_error' || code === 'timeout';

export const retryRead: RetryPolicy = (error) => hasNoResponse(error) || transientStatuses.includes(error.status);

/**
 * A create can be retried like a read, because its key makes it idempotent. `idempotency_conflict` means that the service still
 * processes an earlier attempt.
 */
export const retryCreate: RetryPolicy = (error) => retryRead(error) || error.code === 'idempotency_conflict';

/** The longest `Retry-After` that the client accepts, in milliseconds. */
const maxRetryAfter = 60_000;

/** Maximum delay before the first retry, in milliseconds. It doubles with each attempt, up to `maxBackoff`. */
const firstBackoff = 250;
const maxBackoff = 8_000;

/**
 * Returns the delay before the next attempt in milliseconds: exponential back-off with full jitter, added to `Retry-After`. The jitter
 * prevents many clients from retrying at the same time.
 * @param attempt index of the attempt that failed, from 0
 * @returns undefined, which means no retry, if `Retry-After` is longer than a minute
 */
export function retryDelay(attempt: number, { retryAfter = 0 }: PetstoreError): number | undefined {
  if (retryAfter * 1000 > maxRetryAfter) return undefined;
  return retryAfter * 1000 + Math.random() * Math.min(maxBackoff, firstBackoff * 2 ** attempt);
}
