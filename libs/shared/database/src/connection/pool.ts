import { channel } from 'node:diagnostics_channel';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { DatabaseClient, unanswered, type ClientSettings } from './database-client.ts';
import { DatabaseUnavailable, translate } from '../errors/database.errors.ts';
import { UnexpectedTransaction } from '../errors/operator.errors.ts';
import { requirePrimary } from './server-requirements.ts';
import { withOutcome } from '../errors/statement-outcome.ts';

const waits = channel('petstore.pool.wait');

/** Milliseconds after which TCP probes an idle connection. Firewalls and load balancers drop it after some minutes. */
const keepAliveDelay = 60_000;

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

/**
 * pg's pool, with connections to a primary only. A caller that gets no connection gets an error with the outcome `not sent`. If a
 * statement gets no response within its timeout, the pool closes its idle connections: a firewall or a failed host can have dropped
 * all of them, and each would cost one statement timeout.
 */
export class DatabasePool extends pg.Pool {
  /** Time of the last UnexpectedTransaction on a connection (`performance.now()`). */
  unexpectedTransactionAt = -Infinity;

  private readonly idle = new Set<DatabaseClient>();

  constructor(settings: pg.PoolConfig) {
    const options: pg.PoolConfig & ClientSettings = {
      ...settings,
      prepared: { areKept: true },
      Client: DatabaseClient as unknown as typeof pg.Client,
      // No connection is closed because it is idle: to open one takes longer than most requests. So the probes of TCP must keep
      // firewalls from dropping an idle connection, and find out if one was dropped.
      idleTimeoutMillis: 0,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveDelay,
      verify: (client, done) => void requirePrimary(client).then(() => done(), done),
    };
    super(options);
    this.on('acquire', (client) => this.idle.delete(client as unknown as DatabaseClient));
    this.on('release', (_error, client) => this.idle.add(client as unknown as DatabaseClient));
    this.on('remove', (client) => this.idle.delete(client as unknown as DatabaseClient));
    const reason = new Error('a statement on another connection got no answer');
    const closeIdle = () => [...this.idle].forEach((client) => client.fail(reason));
    this.on('connect', (client) => {
      // Also the error of a statement after which its connection was closed.
      client.on('error', (error) => {
        if (error.message === unanswered) closeIdle();
        if (error instanceof UnexpectedTransaction) this.unexpectedTransactionAt = performance.now();
      });
    });
  }

  /** TypeORM always passes a callback. Without one, pg would return a promise, which this method does not support. */
  override connect(callback?: ConnectCallback): never {
    const startedAt = performance.now();
    return super.connect((error, client, done) => {
      waits.publish(performance.now() - startedAt);
      callback!(error && withOutcome(error, 'not sent'), client, (failure) =>
        done(failure ?? reasonToClose(client as unknown as DatabaseClient)),
      );
    }) as never;
  }

  /** Executes a statement on one connection, and returns its rows. @throws StatementError */
  rows<Row>(text: string, values: unknown[]): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.connect((error, client, done) => {
        if (error) return reject(error);
        const reading = client!.query(text, values).then(({ rows }) => rows as Row[]);
        resolve(reading.finally(() => done()));
      });
    });
  }
}

/** Returns an error if the pool must close the connection. The next caller would continue a transaction. */
function reasonToClose(client: DatabaseClient): Error | undefined {
  if (client.hasRefusedName) return new Error('the session has outdated statements');
  return client.getTransactionStatus() === 'I' ? undefined : new Error('the transaction was not ended');
}

/** Subscribes to the milliseconds of each wait for a connection of every pool in this process, also of a wait that failed. */
export function onPoolWait(listener: (milliseconds: number) => void): void {
  waits.subscribe((milliseconds) => listener(milliseconds as number));
}

/** Returns the pool, which TypeORM has created; undefined while the data source is not connected. */
export function poolOf({ driver }: DataSource): DatabasePool | undefined {
  return (driver as PostgresDriver).master as DatabasePool | undefined;
}

/**
 * Reads rows, for frequent requests. `dataSource.query` does the same with a query runner, which takes more CPU.
 * @throws DatabaseUnavailable
 */
export async function readRows<Row>(dataSource: DataSource, text: string, values: unknown[]): Promise<Row[]> {
  const pool = poolOf(dataSource);
  if (!dataSource.isInitialized || !pool) throw new DatabaseUnavailable(notConnected());
  dataSource.logger.logQuery(text, values);
  return pool.rows<Row>(text, values).catch(translate('read'));
}

/** Returns the number of connections that work of one kind may use, if it may use this fraction of the pool: at least one. */
export function partOfPool(dataSource: DataSource, fraction: number): number {
  const { max } = dataSource.options.extra as { readonly max: number };
  return Math.max(1, Math.floor(max * fraction));
}

/** Creates the error of a statement while the data source is not initialised or is destroyed. */
export function notConnected(): Error {
  return withOutcome(new Error('there is no connection to the database'), 'not sent');
}

const empty = { size: 0, idle: 0, waiting: 0, limit: 0 };

/**
 * Returns the numbers of open connections (`size`), of idle connections (`idle`) and of callers that wait for a connection
 * (`waiting`), and the maximum of open connections (`limit`). All are 0 before the data source is connected.
 */
export function poolState(dataSource: DataSource): Readonly<typeof empty> {
  const pool = poolOf(dataSource);
  if (!pool) return empty;
  const { totalCount: size, idleCount: idle, waitingCount: waiting, options } = pool;
  return { size, idle, waiting, limit: options.max };
}
