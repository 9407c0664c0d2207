import type { Transaction } from './transaction.ts';

/**
 * The platform's `AbortSignal`. A function that waits takes it as its optional last parameter, and gives up when the signal aborts.
 * The inner layers have neither the types of Node nor those of browsers, so this interface declares what they use. The signal of a request
 * also has `verifyCaller`.
 */
export interface AbortSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  /**
   * Verifies again that the caller, who has sent the request, may change data. A change does this after its last wait, before anything is
   * stored, because the key of the caller may have been revoked meanwhile. Returns undefined if the last verification is recent enough.
   * @param transaction whose connection it uses, because all others may be in use
   * @throws DomainError, as a rejection
   */
  readonly verifyCaller?: ((transaction: Transaction) => Promise<unknown> | undefined) | undefined;
}

/**
 * Settles as `work`, or rejects with the error of `failure` when the signal aborts. The abort does not stop `work`: its late result
 * is discarded. The listener of the signal is not removed, so the signal must not live much longer than the work.
 */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined, failure: () => Error): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(failure());
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject);
  });
}
