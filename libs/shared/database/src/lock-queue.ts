import { Mutex, Semaphore } from 'async-mutex';
import type { DataSource } from 'typeorm';
import { pools, type DatabasePool } from './pool.ts';

interface LockQueue {
  readonly connections: Semaphore;
  /** By the name of the resource. */
  readonly mutexes: Map<string, Mutex>;
}

const queues = new WeakMap<DatabasePool, LockQueue>();

/**
 * Runs work that can wait for a row lock in PostgreSQL. Such work holds a connection while it waits, so that many requests for one
 * row could occupy the whole pool. The work of one data source uses at most half of its pool, and one connection for each
 * resource. The rest waits here, without a connection. The order of arrival decides.
 * @param resources names of what `work` locks. Callers with more than one resource must use the same order of
 *   kinds, so that they cannot wait for each other.
 * @param work must check its signal first, because it may have waited
 * @param onTurn called when the wait for a resource has ended, first for that of the first one
 */
export function runQueued<T>(
  dataSource: DataSource,
  resources: readonly string[],
  work: () => Promise<T>,
  onTurn: () => void = () => undefined,
): Promise<T> {
  const pool = pools.get(dataSource);
  if (!pool) {
    // Before the data source is connected, the work fails at once.
    onTurn();
    return work();
  }
  let queue = queues.get(pool);
  if (!queue) {
    queue = { connections: new Semaphore(Math.max(1, Math.floor(pool.options.max / 2))), mutexes: new Map() };
    queues.set(pool, queue);
  }
  const { connections, mutexes } = queue;
  // Acquires the resources in their order, then a connection.
  return resources.reduceRight<() => Promise<T>>(
    (next, resource) => () =>
      runAlone(mutexes, resource, () => {
        onTurn();
        return next();
      }),
    () => connections.runExclusive(work),
  )();
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
