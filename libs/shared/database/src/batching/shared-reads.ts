import { setImmediate } from 'node:timers/promises';
import { TimeLimitExceeded, type AbortSignal } from '@petstore/kernel';
import { Semaphore } from 'async-mutex';
import { readUntilAborted } from './batch.ts';
import { DatabaseUnavailable, translate } from '../errors/database.errors.ts';

/** A read that was not sent yet. */
interface WaitingRead {
  readonly result: Promise<unknown>;
  /** Those of its callers. */
  readonly signals: (AbortSignal | undefined)[];
}

/**
 * Reads of one kind, which use only a part of the pool, so that other requests get a connection however many clients send such reads. The
 * rest waits here, in the order of arrival. Equal reads that wait are one, and also those of one event-loop iteration. A call never
 * joins a read that was sent, so that a client reads its own writes.
 */
export class SharedReads {
  private readonly waiting = new Map<string, WaitingRead>();
  private readonly connections: Semaphore;

  /** @param limit the number of connections that the reads may use at a time, such as `partOfPool` */
  constructor(limit: number) {
    this.connections = new Semaphore(limit);
  }

  /**
   * @param key equal for equal reads
   * @param read must use one connection at a time. A read that takes several statements asks `isWanted` between them, and gives up if not.
   * @throws DatabaseUnavailable also when the signal aborts
   */
  run<T>(key: string, read: (isWanted: () => boolean) => Promise<T>, signal?: AbortSignal): Promise<T> {
    let shared = this.waiting.get(key);
    if (!shared) {
      const signals: WaitingRead['signals'] = [];
      const isWanted = () => signals.some((each) => !each?.aborted);
      const send = () => {
        this.waiting.delete(key);
        if (!isWanted()) throw new DatabaseUnavailable(new TimeLimitExceeded());
        return read(isWanted);
      };
      const sending = setImmediate().then(() => this.connections.runExclusive(send));
      shared = { result: sending.catch(translate('read')), signals };
      this.waiting.set(key, shared);
    }
    shared.signals.push(signal);
    return readUntilAborted(shared.result as Promise<T>, signal);
  }
}
