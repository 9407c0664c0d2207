import pg from 'pg';
import { ToldPool, type Connected } from './pool-waits.ts';

/** SQLSTATE read_only_sql_transaction: the server was demoted, and the next connection may find the new primary. */
const readOnly = '25006';

/** The driver's word for a statement that got no answer in time; its answer may come when nobody waits for it any more. */
const unanswered = 'Query read timeout';

type DriverFailure = Error & { readonly code?: string; readonly severity?: string };

/**
 * A connection that leaves the pool as soon as it is known to be no use, where the driver would hand it to the next caller:
 * after FATAL the server has closed it.
 */
class DiscardableClient extends pg.Client {
  override query(...parameters: unknown[]): never {
    const answer: unknown = super.query(...(parameters as [string]));
    if (answer instanceof Promise) answer.catch((error: DriverFailure) => this.discardAfter(error));
    return answer as never;
  }

  private discardAfter({ code, severity, message }: DriverFailure): void {
    const isOver = severity === 'FATAL' || code === readOnly || message === unanswered;
    if (isOver) void this.end().catch(() => undefined);
  }
}

/** The driver's pool with an end to its queue. */
export class BoundedPool extends ToldPool {
  constructor(private readonly settings: pg.PoolConfig & { queue: number }) {
    super({ ...settings, Client: DiscardableClient });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    if (!this.isExhausted()) return callback ? super.connect(callback) : super.connect();
    const refusal = new PoolExhausted();
    if (!callback) return Promise.reject(refusal);
    callback(refusal, undefined, () => undefined);
  }

  /** Idle connections are given to those who wait a moment later, so both counts are needed. */
  private isExhausted(): boolean {
    const { max = Infinity, queue } = this.settings;
    return this.totalCount >= max && this.waitingCount - this.idleCount >= queue;
  }
}

export class PoolExhausted extends Error {
  constructor() {
    super('too many are waiting for a connection to the database');
  }
}
