import { IdempotencyConflict, IdempotencyKey } from '@petstore/kernel';
import type { DataSource } from 'typeorm';
import { DatabaseUnavailable } from '../errors/database.errors.ts';
import { connectDatabase, untilBlocked, useTestDatabase } from '../testing/index.ts';
import { inTransaction } from './typeorm-transactions.ts';

const poolSize = 6;

const database = useTestDatabase([]);

let dataSource: DataSource;

beforeAll(async () => {
  await database.query('CREATE TABLE notes (id bigint GENERATED ALWAYS AS IDENTITY, text text NOT NULL)');
  await database.query("INSERT INTO notes (text) VALUES ('one'), ('two')");
});

beforeEach(async () => {
  dataSource = await connectDatabase(database.url, [], { poolSize });
});

afterEach(() => dataSource.destroy());

/** Executes `work` while another transaction holds the locks of the statement. */
async function whileLocked(statement: string, work: () => Promise<void>): Promise<void> {
  const other = database.source.createQueryRunner();
  await other.startTransaction();
  await other.query(statement);
  try {
    await work();
  } finally {
    await other.rollbackTransaction();
    await other.release();
  }
}

const lockWaiters = async () => {
  const [row] = await database.query<{ count: number }[]>(
    "SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return row!.count;
};

/** Waits until `count` statements wait for a lock, and then until every other request had the time to send its own. */
async function expectLockWaiters(count: number): Promise<void> {
  await untilBlocked(database.url, count);
  // More reads than connections, so that each connection that is free has executed one.
  await Promise.all(Array.from({ length: 5 * poolSize }, () => dataSource.query('SELECT 1')));
  expect(await lockWaiters()).toBe(count);
}

/** @param queue the id that the transaction queues for */
const lockNote = (id: number, queue = id) =>
  inTransaction(dataSource, (runner) => runner.query('SELECT FROM notes WHERE id = $1 FOR UPDATE', [id]), {
    id: { decimal: String(queue) },
  });

const requests = Array.from({ length: 20 }, (_, index) => index);

it('lets one transaction of a resource wait for its lock, and reads continue on the other connections', async () => {
  let waiting: Promise<unknown> | undefined;
  await whileLocked('SELECT FROM notes WHERE id = 1 FOR UPDATE', async () => {
    waiting = Promise.all(requests.map(() => lockNote(1)));
    await expectLockWaiters(1);
    await lockNote(2);
  });
  await waiting;
});

it('lets transactions use at most half of the connections', async () => {
  let waiting: Promise<unknown> | undefined;
  await whileLocked('SELECT FROM notes WHERE id = 1 FOR UPDATE', async () => {
    waiting = Promise.all(requests.map((index) => lockNote(1, 100 + index)));
    await expectLockWaiters(poolSize / 2);
  });
  await waiting;
});

it('does not begin a transaction whose signal aborts while it waits', async () => {
  let first: Promise<unknown> | undefined;
  const work = jest.fn(() => Promise.resolve());
  await whileLocked('SELECT FROM notes WHERE id = 1 FOR UPDATE', async () => {
    first = lockNote(1);
    const signal = AbortSignal.timeout(200);
    const late = inTransaction(dataSource, work, { id: { decimal: '1' }, signal });
    await expect(late).rejects.toThrow(DatabaseUnavailable);
  });
  await first;
  await lockNote(1);
  expect(work).not.toHaveBeenCalled();
});

it('says that the key is in use if the signal aborts while another transaction has the key', async () => {
  const key = IdempotencyKey.of('mine', 'key_1');
  let first: Promise<unknown> | undefined;
  const work = jest.fn(() => Promise.resolve());
  await whileLocked('SELECT FROM notes WHERE id = 1 FOR UPDATE', async () => {
    first = inTransaction(dataSource, (runner) => runner.query('SELECT FROM notes WHERE id = 1 FOR UPDATE'), { key });
    await expectLockWaiters(1);
    const late = inTransaction(dataSource, work, { key, id: { decimal: '1' }, signal: AbortSignal.timeout(200) });
    await expect(late).rejects.toThrow(IdempotencyConflict);
  });
  await first;
  expect(work).not.toHaveBeenCalled();
});

it('continues with the next transaction after one has failed', async () => {
  const failing = inTransaction(dataSource, () => Promise.reject(new Error('rejected')), { id: { decimal: '1' } });
  const next = lockNote(1);
  await expect(failing).rejects.toThrow('rejected');
  await next;
});
