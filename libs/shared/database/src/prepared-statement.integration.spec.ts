import type { DataSource } from 'typeorm';
import { createDataSource } from './data-source.ts';
import { commandLineLimits } from './database-limits.ts';
import { PreparedStatement } from './prepared-statement.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';

const connections = 3;
const add = new PreparedStatement<readonly [text: string]>('add', 'INSERT INTO notes VALUES ($1) RETURNING text');

let database: TestDatabase;
let dataSource: DataSource;

beforeEach(async () => {
  database = await createTestDatabase();
  const limits = { ...commandLineLimits, poolSize: connections };
  dataSource = await (await createDataSource(database.url, [], limits)).initialize();
  await dataSource.query('CREATE TABLE notes (text varchar(10))');
});

afterEach(async () => {
  await dataSource.destroy();
  await database.drop();
});

const run = (text: string) => add.run(dataSource, () => [text]);
const query = (sql: string) => dataSource.query<Record<string, unknown>[]>(sql);
const count = async () => (await query('SELECT count(*)::int AS count FROM notes'))[0]!['count'];

/** Executes the SQL on every connection of the pool. */
async function onEveryConnection(sql: string): Promise<void> {
  const runners = Array.from({ length: connections }, () => dataSource.createQueryRunner());
  for (const runner of runners) await runner.connect();
  for (const runner of runners) await runner.query(sql);
  for (const runner of runners) await runner.release();
}

const everywhere = () => Promise.all(Array.from({ length: connections }, (_, index) => run(String(index))));

it('is executed once after a migration that changes the types of its result', async () => {
  await everywhere();
  await query('ALTER TABLE notes ALTER COLUMN text TYPE varchar(20)');
  for (let round = 0; round < 2 * connections; round++) expect(await run('again')).toEqual([['again']]);
  expect(await count()).toBe(3 * connections);
});

it('is executed once after it was deallocated', async () => {
  await everywhere();
  await onEveryConnection('DEALLOCATE ALL');
  expect(await run('again')).toEqual([['again']]);
  expect(await count()).toBe(connections + 1);
});

it('is executed once if the connection has another statement of its name', async () => {
  await onEveryConnection('PREPARE add AS SELECT 1');
  expect(await run('once')).toEqual([['once']]);
  expect(await count()).toBe(1);
});

it('closes the connection on which it cannot be used', async () => {
  const backend = async () => (await query('SELECT pg_backend_pid() AS pid'))[0]!['pid'];
  await run('first');
  const before = await backend();
  await query('DEALLOCATE ALL');
  await run('second');
  expect(await backend()).not.toBe(before);
});

it('is not executed again if valuesOf returns undefined', async () => {
  await run('first');
  await query('DEALLOCATE ALL');
  const valuesOf = jest.fn<string[] | undefined, []>().mockReturnValueOnce(['second']);
  expect(await add.run(dataSource, valuesOf)).toEqual([]);
  expect(valuesOf).toHaveBeenCalledTimes(2);
  expect(await count()).toBe(1);
});

it('is not executed again after an error about its values', async () => {
  const valuesOf = jest.fn(() => ['longer than ten characters']);
  await expect(add.run(dataSource, valuesOf)).rejects.toMatchObject({ code: '22001' });
  expect(valuesOf).toHaveBeenCalledTimes(1);
});
