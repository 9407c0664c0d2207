import type { PetstoreError } from './petstore-error.ts';

/** Milliseconds. A timer with a longer delay fires immediately. */
export const maxTimerDelay = 2 ** 31 - 1;

/** The longest `Retry-After` after which a call is retried, in seconds. */
const maxRetryAfter = 60;

/** The longest time that a persistent call waits because of one `Retry-After`, in seconds. */
const maxPersistentRetryAfter = 3_600;

/** Maximum delay before the first retry, in milliseconds. It doubles with each attempt, up to `maxBackoff`. */
const firstBackoff = 250;
const maxBackoff = 8_000;

/** Too Many Requests, Bad Gateway, Service Unavailable, Gateway Timeout. */
const temporaryStatuses = [429, 502, 503, 504];

/**
 * Returns whether another attempt can succeed. Every call can be repeated without a second effect:
 * - Reads change nothing.
 * - Creates have an `Idempotency-Key`. `idempotency_conflict` means that the service still processes an earlier attempt.
 * - Updates of an animal set absolute values.
 * - Transitions of an order are executed at most once, because an order never returns to an earlier status.
 */
export function isTemporary({ code, status }: PetstoreError): boolean {
  return ['network_error', 'timeout', 'idempotency_conflict'].includes(code) || temporaryStatuses.includes(status);
}

/**
 * Returns the delay before the next attempt in milliseconds: the back-off, added to `Retry-After`.
 * @param attempt index of the attempt that failed, from 0
 * @param isPersistent whether the call is retried until it succeeds
 * @returns undefined, which means no retry, if `Retry-After` is longer than a minute and the call is not persistent
 */
export function retryDelay(attempt: number, isPersistent: boolean, { retryAfter = 0 }: PetstoreError) {
  if (retryAfter > maxRetryAfter && !isPersistent) return undefined;
  return Math.min(retryAfter, maxPersistentRetryAfter) * 1_000 + backoff(attempt);
}

/**
 * Returns an exponential back-off with full jitter in milliseconds. The jitter prevents many clients from retrying at the same
 * time.
 * @param attempt index of the attempt that failed, from 0
 */
export function backoff(attempt: number): number {
  return Math.random() * Math.min(maxBackoff, firstBackoff * 2 ** attempt);
}

/** Resolves after the milliseconds. Rejects with the signal's reason as soon as the signal is aborted. */
export function delay(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const cancel = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', cancel);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', cancel, { once: true });
  });
}
