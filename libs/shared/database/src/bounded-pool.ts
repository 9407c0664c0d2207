import pg from 'pg';
import { destroyOnDamage } from './destroy-on-damage.ts';
import { ToldPool, type Connected } from './pool-waits.ts';
import { isUnusablePreparedStatement, recordFailure } from './statement-failure.ts';
import { TrackedQuery } from './tracked-query.ts';

/** SQLSTATE read_only_sql_transaction: the server was demoted, and the next connection may find the new primary. */
const readOnly = '25006';

/**
 * A client that records with each failure what the statement can have done, and closes its connection when that cannot be
 * used any more. pg would give such a connection to the next caller.
 */
export class TrackingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    destroyOnDamage(this.connection);
  }

  override query(...parameters: unknown[]): never {
    const [config, values, callback] = parameters;
    const isPlain = typeof values !== 'function' && callback === undefined && !(config as pg.Submittable)?.submit;
    const result: unknown = isPlain ? this.track(config, values) : super.query(...(parameters as [string]));
    return result as never;
  }

  private async track(config: unknown, values: unknown): Promise<pg.QueryArrayResult> {
    const query = new TrackedQuery(config, values);
    try {
      return await new Promise((resolve, reject) => {
        query.callback = (error, result) => (error ? reject(error) : resolve(result));
        super.query(query as unknown as pg.Submittable);
      });
    } catch (thrown) {
      const error = thrown as Error & { code?: string };
      // Else the stack would begin at the socket, and end there.
      Error.captureStackTrace(error);
      recordFailure(error, query.failure);
      if (isConnectionUnusable(query, error)) this.discard(query);
      throw error;
    }
  }

  /** At once: a server that does not answer would not answer the goodbye either. */
  private discard({ connection }: TrackedQuery): void {
    void this.end().catch(() => undefined);
    connection?.stream.destroy();
  }
}

/** Whether the next statement would fail on this connection, too, or could get the answer of this one. */
function isConnectionUnusable({ failure, name }: TrackedQuery, error: Error & { code?: string }): boolean {
  if (failure === 'unknown' || error.code === readOnly) return true;
  return name !== undefined && isUnusablePreparedStatement(error);
}

/** pg's pool with a bounded queue. A caller that gets no connection gets an error that is recorded as `not sent`. */
export class BoundedPool extends ToldPool {
  constructor(private readonly settings: pg.PoolConfig & { queue: number }) {
    super({ ...settings, Client: TrackingClient });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    if (!callback) {
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (error ? reject(error) : resolve(client!)));
      });
    }
    if (this.isExhausted()) {
      callback(recordFailure(new PoolExhausted(), 'not sent'), undefined, () => undefined);
      return;
    }
    super.connect((error, client, done) => callback(error && recordFailure(error, 'not sent'), client, done));
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
