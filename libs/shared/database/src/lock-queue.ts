import { Mutex, Semaphore } from 'async-mutex';
import type { DataSource } from 'typeorm';

/**
 * Queues the work that can wait for a row lock in PostgreSQL. Such work holds a connection while it waits, so that many requests
 * for one row could occupy the whole pool. The work of one data source uses at most half of its pool, and one connection for
 * each resource. The rest waits here, without a connection.
 */
class LockQueue {
  private readonly connections: Semaphore;
  private readonly mutexes = new Map<string, Mutex>();

  constructor(poolSize: number) {
    this.connections = new Semaphore(Math.max(1, Math.floor(poolSize / 2)));
  }

  /** @see runQueued */
  run<T>([resource, ...others]: readonly string[], work: () => Promise<T>): Promise<T> {
    if (resource === undefined) return this.connections.runExclusive(work);
    return this.runAlone(resource, () => this.run(others, work));
  }

  private async runAlone<T>(resource: string, work: () => Promise<T>): Promise<T> {
    const mutex = this.mutexes.get(resource) ?? new Mutex();
    this.mutexes.set(resource, mutex);
    try {
      return await mutex.runExclusive(work);
    } finally {
      // The next in the queue, if there is one, holds the mutex already.
      if (!mutex.isLocked()) this.mutexes.delete(resource);
    }
  }
}

const queues = new WeakMap<DataSource, LockQueue>();

/**
 * Runs `work` when fewer than half of the connections run queued work, and no other queued work uses one of its resources. The
 * order of arrival decides.
 * @param resources names of what `work` locks, such as `pets/7`. Callers with more than one resource must use the same order of
 *   kinds, so that they cannot wait for each other.
 * @param work must check its signal first, because it may have waited
 */
export function runQueued<T>(dataSource: DataSource, resources: readonly string[], work: () => Promise<T>): Promise<T> {
  let queue = queues.get(dataSource);
  if (!queue) {
    // `DatabaseLimits.poolSize`, stored by `createDataSource`.
    const { max } = (dataSource.options as { extra: { max: number } }).extra;
    queues.set(dataSource, (queue = new LockQueue(max)));
  }
  return queue.run(resources, work);
}
