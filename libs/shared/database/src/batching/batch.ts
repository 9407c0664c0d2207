import { TimeLimitExceeded, untilAborted, type AbortSignal } from '@petstore/kernel';
import DataLoader from 'dataloader';
import { DatabaseUnavailable } from '../errors/database.errors.ts';

/**
 * Returns a DataLoader that collects the calls of one event-loop iteration into a batch. There is no cache, and a call never
 * joins a batch that was sent, so that a client reads its own confirmed change. A call of a client that sends one request after the other
 * does not wait for the end of the iteration: if the last batch had one call and has ended, the next call is sent at once.
 * @param load returns the results in the order of the calls
 */
export function batchLoader<Call, Result>(
  load: (calls: readonly Call[]) => Promise<readonly (Result | Error)[]>,
  maxBatchSize = 256,
): DataLoader<Call, Result> {
  let isAlone = true;
  const send = (calls: readonly Call[]) => {
    isAlone = false;
    return load(calls).finally(() => (isAlone = calls.length === 1));
  };
  // dataloader's own schedule is too early for many clients, because each request arrives in a separate callback.
  const batchScheduleFn = (dispatch: () => void) => void (isAlone ? queueMicrotask(dispatch) : setImmediate(dispatch));
  return new DataLoader(send, { cache: false, maxBatchSize, batchScheduleFn });
}

/** Settles as `reading`. @throws DatabaseUnavailable when the signal aborts */
export function readUntilAborted<T>(reading: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return untilAborted(reading, signal, () => new DatabaseUnavailable(new TimeLimitExceeded()));
}
