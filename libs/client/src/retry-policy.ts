import type { PetstoreError } from './petstore-error.ts';

/** Which failures of a call allow to send it once more. */
export type Repeatable = (error: PetstoreError) => boolean;

const passing = [429, 502, 503, 504];

const isUnanswered = ({ code }: PetstoreError) => code === 'network_error' || code === 'timeout';

/** Reading changes nothing: it may be repeated whenever that may help. */
export const repeatRead: Repeatable = (error) => isUnanswered(error) || passing.includes(error.status);

/** A create bears a key by which the service knows it again, so it may be repeated as well: also while it is at work. */
export const repeatCreate: Repeatable = (error) => repeatRead(error) || error.code === 'idempotency_conflict';

/** Longer than this nobody waits unasked, in milliseconds. */
const longest = 60_000;
const firstBackoff = 250;
const longestBackoff = 8_000;

/**
 * Milliseconds to wait before the next attempt: exponential backoff with full jitter, so that many clients do not come
 * back at once, on top of what the service asks for.
 * @param attempt how many have failed before this one: 0, 1, …
 * @returns nothing when the service asks for longer than a call should take unasked
 */
export function pauseAfter(attempt: number, { retryAfter = 0 }: PetstoreError): number | undefined {
  if (retryAfter * 1000 > longest) return undefined;
  return retryAfter * 1000 + Math.random() * Math.min(longestBackoff, firstBackoff * 2 ** attempt);
}
