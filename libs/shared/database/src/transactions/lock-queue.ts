import { Mutex, Semaphore } from 'async-mutex';
import type { DataSource } from 'typeorm';
import { partOfPool } from '../connection/pool.ts';

interface LockQueue {
  readonly connections: Semaphore;
  /** By the name of the resource. */
  readonly mutexes: Map<string, Mutex>;
}

const queues = new WeakMap<DataSource, LockQueue>();

/**
 * Runs work that can wait for a row lock in PostgreSQL. Such work holds a connection while it waits, so that many requests for one
 * row could occupy the whole pool. The work of one data source uses at most half of its pool, and one connection for each
 * resource. The rest waits here, without a connection, in the order of arrival.
 * @param resources names of what `work` locks. All callers must name them in the same order, first a key and then an id, so that
 *   two callers cannot wait for each other.
 * @param work must check its signal first, because it may have waited
 * @param onTurn called after the wait for each resource, in their order
 */
export function runQueued<T>(
  dataSource: DataSource,
  [resource, ...others]: readonly string[],
  work: () => Promise<T>,
  onTurn: () => void = () => undefined,
): Promise<T> {
  const queue = queues.get(dataSource) ?? {
    connections: new Semaphore(partOfPool(dataSource, 1 / 2)),
    mutexes: new Map<string, Mutex>(),
  };
  queues.set(dataSource, queue);
  if (resource === undefined) return queue.connections.runExclusive(work);
  return runAlone(queue.mutexes, resource, () => {
    onTurn();
    return runQueued(dataSource, others, work, onTurn);
  });
}

async function runAlone<T>(mutexes: Map<string, Mutex>, resource: string, work: () => Promise<T>): Promise<T> {
  const mutex = mutexes.get(resource) ?? new Mutex();
  mutexes.set(resource, mutex);
  try {
    return await mutex.runExclusive(work);
  } finally {
    // The next in the queue, if there is one, holds the mutex already.
    if (!mutex.isLocked()) mutexes.delete(resource);
  }
}
