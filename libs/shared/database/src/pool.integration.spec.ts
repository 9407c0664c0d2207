import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { createDataSource } from './data-source.ts';
import { commandLineLimits } from './database-limits.ts';
import { poolState } from './pool.ts';
import { onPoolWait } from './bounded-pool.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';

let database: TestDatabase;
let dataSource: DataSource;
/** Maximum number of connections of the pool. */
let limit: number;

beforeEach(async () => {
  database = await createTestDatabase();
  dataSource = await database.open([]);
  ({ limit } = poolState(dataSource));
});

afterEach(() => database.drop());

/** Acquires a connection. The caller releases it. */
async function acquire() {
  const queryRunner = dataSource.createQueryRunner();
  await queryRunner.connect();
  return queryRunner;
}

describe('poolState', () => {
  it('counts open and idle connections and waiting callers', async () => {
    expect(poolState(dataSource)).toEqual({ size: 1, idle: 1, waiting: 0, limit });
    const taken = await Promise.all(Array.from({ length: limit }, acquire));
    const oneMore = acquire();
    expect(poolState(dataSource)).toEqual({ size: limit, idle: 0, waiting: 1, limit });
    await taken[0]?.release();
    await (await oneMore).release();
    expect(poolState(dataSource)).toEqual({ size: limit, idle: 1, waiting: 0, limit });
  });

  it('returns zeros before the data source is connected', async () => {
    const unconnected = await createDataSource(database.url, [], commandLineLimits);
    expect(poolState(unconnected)).toEqual({ size: 0, idle: 0, waiting: 0, limit: 0 });
  });
});

describe('onPoolWait', () => {
  it('calls the listener for every connection that a caller gets', async () => {
    const waits: number[] = [];
    const stop = onPoolWait((milliseconds) => waits.push(milliseconds));
    const taken = await Promise.all(Array.from({ length: limit }, acquire));
    const oneMore = acquire();
    expect(waits).toHaveLength(limit);
    await taken[0]?.release();
    await (await oneMore).release();
    expect(waits).toHaveLength(limit + 1);
    expect(Math.min(...waits)).toBeGreaterThan(0);
    await dataSource.query('SELECT 1');
    expect(waits).toHaveLength(limit + 2);
    stop();
    await dataSource.query('SELECT 1');
    expect(waits).toHaveLength(limit + 2);
  });

  it('calls the listener for a failed connection', async () => {
    const waits: number[] = [];
    const stop = onPoolWait((milliseconds) => waits.push(milliseconds));
    const nowhere = await createDataSource('postgresql://user@127.0.0.1:1/db', [], commandLineLimits);
    await expect(nowhere.initialize()).rejects.toThrow('ECONNREFUSED');
    expect(waits).toHaveLength(1);
    stop();
  });

  it.each([
    ['by callback', (pool: Pool) => new Promise<PoolClient>((give) => pool.connect((_error, client) => give(client!)))],
    ['by promise', (pool: Pool) => pool.connect()],
  ])('does not change the pool: connect %s returns a working connection', async (_, connect) => {
    const { master } = dataSource.driver as unknown as { master: Pool };
    for (const stop of [() => undefined, onPoolWait(() => undefined)]) {
      const client = await connect(master);
      expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
      client.release();
      stop();
    }
  });
});
