import type { DataSource } from 'typeorm';
import { DatabaseUnavailable, OutcomeUnknown, translate } from './database.errors.ts';
import { createDataSource } from './data-source.ts';
import type { DatabaseLimits } from './database-limits.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';

/** A test of a time limit sets this limit alone: a busy machine exceeds short ones where they are not wanted. */
const limits: DatabaseLimits = {
  poolSize: 1,
  poolQueue: 1,
  connectTimeout: 30_000,
  statementTimeout: 30_000,
  prepare: true,
};

let database: TestDatabase;
let dataSource: DataSource;

beforeEach(async () => {
  database = await createTestDatabase();
  dataSource = await connect();
});

afterEach(async () => {
  await dataSource.destroy();
  await database.drop();
});

const connect = async (own: Partial<DatabaseLimits> = {}) =>
  (await createDataSource(database.url, [], { ...limits, ...own })).initialize();

/** In place of the patient one. */
async function limit(own: Partial<DatabaseLimits>): Promise<void> {
  await dataSource.destroy();
  dataSource = await connect(own);
}

const query = (sql: string) => dataSource.query<Record<string, unknown>[]>(sql);
const read = (sql: string) => query(sql).catch(translate('read'));
const change = (sql: string) => query(sql).catch(translate('change'));

async function backend(): Promise<unknown> {
  return (await query('SELECT pg_backend_pid() AS pid'))[0]?.['pid'];
}

it('lets as many wait for a connection as its queue is long, and refuses the next at once', async () => {
  const holder = dataSource.createQueryRunner();
  await holder.connect();
  const waiting = read('SELECT 2 AS two');
  await expect(read('SELECT 3')).rejects.toThrow(DatabaseUnavailable);
  await holder.release();
  expect(await waiting).toEqual([{ two: 2 }]);
});

it('has its connections back for those who come later', async () => {
  await Promise.allSettled(Array.from({ length: 50 }, () => read('SELECT pg_sleep(0.01)')));
  expect(await read('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('gives up waiting for a connection that nobody gives back', async () => {
  await limit({ connectTimeout: 1_000 });
  const holder = dataSource.createQueryRunner();
  await holder.connect();
  await expect(change('SELECT 1')).rejects.toThrow(DatabaseUnavailable);
  await holder.release();
});

it('is told by PostgreSQL that a statement took too long, and that nothing was done', async () => {
  await limit({ statementTimeout: 1_000 });
  expect(await query('SHOW statement_timeout')).toEqual([{ statement_timeout: '1s' }]);
  // Shorter than the driver's own, which on a busy machine could be first.
  await query("SET statement_timeout = '500ms'");
  await expect(change('SELECT pg_sleep(60)')).rejects.toThrow(DatabaseUnavailable);
});

it('waits for a lock less long than for the statement, so that it knows why', async () => {
  await limit({ statementTimeout: 3_000 });
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

it('gives up on a server that does not answer, and on the connection with it', async () => {
  await limit({ statementTimeout: 1_000 });
  const before = await backend();
  await query('SET statement_timeout = 0');
  await expect(change('SELECT pg_sleep(60)')).rejects.toThrow(OutcomeUnknown);
  expect(await backend()).not.toBe(before);
});

it('lets a connection go that turns out to be read-only, as that of a demoted primary', async () => {
  const before = await backend();
  await query('SET default_transaction_read_only = on');
  await expect(change('CREATE TABLE notes (id int)')).rejects.toThrow(DatabaseUnavailable);
  expect(await backend()).not.toBe(before);
  await change('CREATE TABLE notes (id int)');
});

it('gives nobody a connection that the server has closed', async () => {
  for (let round = 0; round < 20; round++) {
    await expect(change('SELECT pg_terminate_backend(pg_backend_pid())')).rejects.toThrow(OutcomeUnknown);
    expect(await change('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  }
});

it('keeps a connection whose statement was merely wrong', async () => {
  const before = await backend();
  await expect(query('SELECT 1 / 0')).rejects.toThrow('division by zero');
  expect(await backend()).toBe(before);
});
