import type { DataSource } from 'typeorm';
import { DatabaseUnavailable, OutcomeUnknown, translate } from '../errors/database.errors.ts';
import { createDataSource } from './data-source.ts';
import type { DatabaseLimits } from './database-limits.ts';
import { onPoolWait, poolState, readRows } from './pool.ts';
import { Proxy, useTestDatabase } from '../testing/index.ts';

/** Long time limits. A test of one limit shortens only that one, because a busy machine would exceed the others. */
const limits: DatabaseLimits = {
  poolSize: 1,
  connectTimeout: 30_000,
  statementTimeout: 30_000,
};

const database = useTestDatabase([]);

let dataSource: DataSource;

beforeEach(async () => {
  dataSource = await connect();
});

afterEach(() => dataSource.destroy());

const connect = async (own: Partial<DatabaseLimits> = {}) =>
  (await createDataSource(database.url, [], { ...limits, ...own })).initialize();

async function reconnect(own: Partial<DatabaseLimits>): Promise<void> {
  await dataSource.destroy();
  dataSource = await connect(own);
}

const query = (sql: string) => dataSource.query<Record<string, unknown>[]>(sql);
const change = (sql: string) => query(sql).catch(translate('change'));

async function backend(): Promise<unknown> {
  return (await query('SELECT pg_backend_pid() AS pid'))[0]?.['pid'];
}

it('rejects a caller that got no connection within the connect timeout', async () => {
  await reconnect({ connectTimeout: 1_000 });
  const holder = dataSource.createQueryRunner();
  await holder.connect();
  await expect(change('SELECT 1')).rejects.toThrow(DatabaseUnavailable);
  await holder.release();
});

it('throws DatabaseUnavailable when PostgreSQL cancels a statement at its timeout', async () => {
  await reconnect({ statementTimeout: 1_000 });
  expect(await query('SHOW statement_timeout')).toEqual([{ statement_timeout: '1s' }]);
  // Much shorter than the driver's timeout, which could elapse first on a busy machine.
  await query("SET statement_timeout = '500ms'");
  await expect(change('SELECT pg_sleep(60)')).rejects.toThrow(DatabaseUnavailable);
});

it('has a lock timeout shorter than the statement timeout, so that the error names the lock', async () => {
  await reconnect({ statementTimeout: 3_000 });
  const other = await connect();
  const holder = other.createQueryRunner();
  await holder.startTransaction();
  await holder.query('SELECT pg_advisory_xact_lock(1)');
  const refused: unknown = await change('SELECT pg_advisory_xact_lock(1)').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(DatabaseUnavailable);
  expect((refused as Error).cause).toMatchObject({ code: '55P03' });
  await holder.rollbackTransaction();
  await other.destroy();
});

it('closes the connection when the server does not answer in time', async () => {
  await reconnect({ statementTimeout: 1_000 });
  const before = await backend();
  await query('SET statement_timeout = 0');
  await expect(change('SELECT pg_sleep(60)')).rejects.toThrow(OutcomeUnknown);
  expect(await backend()).not.toBe(before);
});

it('closes a read-only connection, as after the demotion of a primary', async () => {
  const before = await backend();
  await query('SET default_transaction_read_only = on');
  await expect(change('CREATE TABLE notes (id int)')).rejects.toThrow(DatabaseUnavailable);
  expect(await backend()).not.toBe(before);
  await change('CREATE TABLE notes (id int)');
});

it('does not reuse a connection that the server has closed', async () => {
  for (let round = 0; round < 20; round++) {
    await expect(change('SELECT pg_terminate_backend(pg_backend_pid())')).rejects.toThrow(OutcomeUnknown);
    expect(await change('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  }
});

it('keeps idle connections open', async () => {
  await reconnect({ poolSize: 3 });
  const runners = Array.from({ length: 3 }, () => dataSource.createQueryRunner());
  await Promise.all(runners.map((runner) => runner.connect()));
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance', 'Date'] });
  try {
    for (const runner of runners) await runner.release();
    jest.advanceTimersByTime(86_400_000);
  } finally {
    jest.useRealTimers();
  }
  expect(poolState(dataSource)).toEqual({ size: 3, idle: 3, waiting: 0, limit: 3 });
});

it('keeps a connection after an error about the statement', async () => {
  const before = await backend();
  await expect(query('SELECT 1 / 0')).rejects.toThrow('division by zero');
  expect(await backend()).toBe(before);
});

it('reads rows on one connection, gives it back after an error too, and fails as unavailable without a connection', async () => {
  const text = 'SELECT 10 / $1::int AS result';
  expect(await readRows(dataSource, text, [5])).toEqual([{ result: 2 }]);
  await expect(readRows(dataSource, text, [0])).rejects.toThrow('division by zero');
  expect(poolState(dataSource)).toMatchObject({ size: 1, idle: 1 });
  await expect(readRows(dataSource, 'SELECT pg_terminate_backend(pg_backend_pid())', [])).rejects.toThrow(
    DatabaseUnavailable,
  );
  expect(await readRows(dataSource, text, [5])).toEqual([{ result: 2 }]);
  const unconnected = await createDataSource(database.url, [], limits);
  await expect(readRows(unconnected, text, [5])).rejects.toThrow(DatabaseUnavailable);
  const destroyed = await (await createDataSource(database.url, [], limits)).initialize();
  await destroyed.destroy();
  await expect(readRows(destroyed, text, [5])).rejects.toThrow(DatabaseUnavailable);
});

it('closes all idle connections after a statement without a response', async () => {
  const proxy = await Proxy.start(database.url);
  const poolSize = 3;
  const own = { ...limits, poolSize, statementTimeout: 1_000 };
  const proxied = await (await createDataSource(proxy.url, [], own)).initialize();
  const read = () => proxied.query<{ pid: number }[]>('SELECT pg_backend_pid() AS pid');
  const runners = Array.from({ length: poolSize }, () => proxied.createQueryRunner());
  await Promise.all(runners.map((runner) => runner.connect()));
  for (const runner of runners) await runner.release();
  proxy.drop();
  await expect(read()).rejects.toThrow('Query read timeout');
  await Promise.all(Array.from({ length: 2 * poolSize }, read));
  await proxied.destroy();
  proxy.close();
});

it('poolState counts connections and waiting callers, and onPoolWait reports every wait, also a failed one', async () => {
  const unconnected = await createDataSource('postgresql://user@127.0.0.1:1/db', [], limits);
  expect(poolState(unconnected)).toEqual({ size: 0, idle: 0, waiting: 0, limit: 0 });
  expect(poolState(dataSource)).toEqual({ size: 1, idle: 1, waiting: 0, limit: 1 });
  const waits: number[] = [];
  onPoolWait((milliseconds) => waits.push(milliseconds));
  const holder = dataSource.createQueryRunner();
  await holder.connect();
  expect(waits).toHaveLength(1);
  const waiting = query('SELECT 1');
  expect(poolState(dataSource)).toEqual({ size: 1, idle: 0, waiting: 1, limit: 1 });
  await holder.release();
  await waiting;
  expect(poolState(dataSource)).toEqual({ size: 1, idle: 1, waiting: 0, limit: 1 });
  await expect(unconnected.initialize()).rejects.toThrow('ECONNREFUSED');
  expect(waits).toHaveLength(3);
  expect(Math.min(...waits)).toBeGreaterThan(0);
});
