import type { PetstoreError } from './petstore-error.ts';

/** Decides whether a failed call may be retried. */
export type RetryPolicy = (error: PetstoreError) => boolean;

/** Too Many Requests, Bad Gateway, Service Unavailable, Gateway Timeout. */
const transientStatuses = [429, 502, 503, 504];

const hasNoResponse = ({ code }: PetstoreError) => code === 'network_error' || code === 'timeout';

/**
 * For calls whose repetition changes nothing more:
 * - Reads.
 * - Updates of an animal: they set absolute values.
 * - Transitions of an order: an order never returns to an earlier status, so each is executed at most once.
 */
export const retryIdempotent: RetryPolicy = (error) => hasNoResponse(error) || transientStatuses.includes(error.status);

/**
 * For calls that their `Idempotency-Key` makes idempotent. `idempotency_conflict` means that the service still processes an
 * earlier attempt.
 */
export const retryWithKey: RetryPolicy = (error) => retryIdempotent(error) || error.code === 'idempotency_conflict';

/** The longest `Retry-After` that the client accepts, in milliseconds. */
const maxRetryAfter = 60_000;

/** The longest time that a persistent call waits because of one `Retry-After`, in milliseconds. */
const maxPersistentRetryAfter = 3_600_000;

/** Maximum delay before the first retry, in milliseconds. It doubles with each attempt, up to `maxBackoff`. */
const firstBackoff = 250;
const maxBackoff = 8_000;

/**
 * Returns the delay before the next attempt in milliseconds: the back-off, added to `Retry-After`.
 * @param attempt index of the attempt that failed, from 0
 * @returns undefined, which means no retry, if `Retry-After` is longer than a minute
 */
export function retryDelay(attempt: number, { retryAfter = 0 }: PetstoreError): number | undefined {
  return retryAfter * 1000 > maxRetryAfter ? undefined : retryAfter * 1000 + backoff(attempt);
}

/** Returns the same for a call that is retried until it succeeds. It waits for `Retry-After`, but at most an hour. */
export function persistentRetryDelay(attempt: number, { retryAfter = 0 }: PetstoreError): number {
  return Math.min(retryAfter * 1000, maxPersistentRetryAfter) + backoff(attempt);
}

/**
 * Returns an exponential back-off with full jitter in milliseconds. The jitter prevents many clients from retrying at the same
 * time.
 * @param attempt index of the attempt that failed, from 0
 */
export function backoff(attempt: number): number {
  return Math.random() * Math.min(maxBackoff, firstBackoff * 2 ** attempt);
}
