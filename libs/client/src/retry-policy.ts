import type { PetstoreError } from './petstore-error.ts';

/** Decides whether a failed call may be retried. */
export type RetryPolicy = (error: PetstoreError) => boolean;

const transientStatuses = [429, 502, 503, 504];

const isUnanswered = ({ code }: PetstoreError) => code === 'network_error' || code === 'timeout';

export const retryRead: RetryPolicy = (error) => isUnanswered(error) || transientStatuses.includes(error.status);

/** A create is idempotent because of its key. It may also be retried while the service still processes the first attempt. */
export const retryCreate: RetryPolicy = (error) => retryRead(error) || error.code === 'idempotency_conflict';

/** The longest `Retry-After` that the client waits for, in milliseconds. */
const maxRetryAfter = 60_000;
const firstBackoff = 250;
const maxBackoff = 8_000;

/**
 * Delay before the next attempt in milliseconds: exponential back-off with full jitter, added to `Retry-After`. The jitter
 * prevents many clients from retrying at the same time.
 * @param attempt number of failed attempts before this one, from 0
 * @returns undefined if `Retry-After` is longer than a minute
 */
export function retryDelay(attempt: number, { retryAfter = 0 }: PetstoreError): number | undefined {
  if (retryAfter * 1000 > maxRetryAfter) return undefined;
  return retryAfter * 1000 + Math.random() * Math.min(maxBackoff, firstBackoff * 2 ** attempt);
}
