import { TimeLimitExceeded, untilAborted, type AbortSignal } from '@petstore/kernel';
import { DatabaseUnavailable } from '../errors/database.errors.ts';

/**
 * Options of a DataLoader that collects the calls of one event-loop iteration into a batch. There is no cache, and a call never
 * joins a batch that was sent, so that a client reads its own confirmed change.
 */
export const batchOptions = {
  cache: false,
  maxBatchSize: 256,
  // dataloader's own schedule is too early, because each request arrives in a separate callback.
  batchScheduleFn: (dispatch: () => void): void => void setImmediate(dispatch),
};

/** Settles as `reading`. @throws DatabaseUnavailable when the signal aborts */
export function readUntilAborted<T>(reading: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return untilAborted(reading, signal, () => new DatabaseUnavailable(new TimeLimitExceeded()));
}
