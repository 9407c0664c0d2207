import type { DataSource } from 'typeorm';
import { createDataSource } from './data-source.ts';
import { commandLineLimits } from './database-limits.ts';
import { createTestDatabase, WireProxy, type TestDatabase } from './testing/index.ts';

const connections = 3;

let database: TestDatabase;
let proxy: WireProxy;
let dataSource: DataSource;

beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await WireProxy.startFor(database.url);
  const limits = { ...commandLineLimits, poolSize: connections, statementTimeout: 1_000 };
  dataSource = await (await createDataSource(proxy.urlOf(database.url), [], limits)).initialize();
  await dataSource.query('CREATE TABLE notes (id int)');
  await openAll();
});

afterEach(async () => {
  await dataSource.destroy();
  proxy.close();
  await database.drop();
});

/** Opens all connections of the pool and leaves them idle. */
async function openAll(): Promise<void> {
  const runners = Array.from({ length: connections }, () => dataSource.createQueryRunner());
  await Promise.all(runners.map((runner) => runner.connect()));
  for (const runner of runners) await runner.release();
}

const backend = async () => (await dataSource.query<{ pid: number }[]>('SELECT pg_backend_pid() AS pid'))[0]!.pid;

it('closes all idle connections after a statement without a response', async () => {
  proxy.silence();
  await expect(backend()).rejects.toThrow('Query read timeout');
  const answers = await Promise.all(Array.from({ length: 2 * connections }, backend));
  expect(new Set(answers).size).toBe(connections);
});
