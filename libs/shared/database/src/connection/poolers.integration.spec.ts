import type { DataSource } from 'typeorm';
import { commandLineLimits } from './database-limits.ts';
import { Database } from '../database.ts';
import { DatabaseUnavailable, OutcomeUnknown, translate } from '../errors/database.errors.ts';
import { idempotencyPersistence } from '../idempotency/idempotency-keys.ts';
import { UnexpectedTransaction } from '../errors/operator.errors.ts';
import { type Answer, connectDatabase, fromAnotherServer, Proxy, useTestDatabase } from '../testing/index.ts';
import { inTransaction } from '../transactions/typeorm-transactions.ts';

const database = useTestDatabase([idempotencyPersistence]);
const limits = { poolSize: 1, connectTimeout: 30_000, statementTimeout: 30_000 };

let proxy: Proxy;
let source: DataSource;

beforeAll(() => database.query('CREATE TABLE notes (text text)'));

beforeEach(async () => {
  await database.query('TRUNCATE notes');
  proxy = await Proxy.start(database.url);
});

afterEach(async () => {
  if (source?.isInitialized) await source.destroy();
  proxy.close();
});

const connect = async () => (source = await connectDatabase(proxy.url, [], limits));
const insert = 'INSERT INTO notes VALUES ($1)';
const add = (text: string) => source.query(insert, [text]).catch(translate('change'));
const stored = async () => (await database.query<{ text: string }[]>('SELECT text FROM notes')).map(({ text }) => text);
const backend = async () => (await source.query<{ pid: number }[]>('SELECT pg_backend_pid() AS pid'))[0]!.pid;

/** Changes the status of the transaction in the next answer to a statement with this command tag. */
function replaceStatus(tag: string, status: string): void {
  proxy.replace = (answer) => {
    if (!answer.some(({ type, bytes }) => type === 'C' && bytes.includes(tag))) return undefined;
    proxy.replace = () => undefined;
    const ready = answer.at(-1)!.bytes;
    ready.write(status, ready.length - 1);
    return { bytes: Buffer.concat(answer.map(({ bytes }) => bytes)), then: 'open' };
  };
}

/** As a load balancer, which does not send the question with a volatile function away. */
function readsFromAnotherServer(answer: Answer) {
  return answer.some(({ bytes }) => bytes.includes('standby\0')) ? undefined : fromAnotherServer(answer);
}

describe('a pooler begins a transaction that nobody ends', () => {
  it('a change is an unknown outcome, nothing later is lost with it, and the connection is closed', async () => {
    proxy.beginsTransactions = true;
    await connect();
    const before = await backend();
    proxy.beginsTransactions = false;
    await expect(add('lost')).rejects.toThrow(OutcomeUnknown);
    await add('kept');
    expect(await backend()).not.toBe(before);
    expect(await stored()).toEqual(['kept']);
  });

  it.each(['INSERT', 'UPDATE', 'DELETE'])('a %s whose answer says so is an unknown outcome', async (tag) => {
    await connect();
    const statements: Record<string, string> = {
      INSERT: insert,
      UPDATE: 'UPDATE notes SET text = $1',
      DELETE: 'DELETE FROM notes WHERE text = $1',
    };
    replaceStatus(tag, 'T');
    await expect(source.query(statements[tag]!, ['a']).catch(translate('change'))).rejects.toThrow(OutcomeUnknown);
  });

  it('a read of such a connection fails, too', async () => {
    await connect();
    replaceStatus('SELECT', 'T');
    const reading = source.query('SELECT 1 AS one').catch(translate('read'));
    await expect(reading).rejects.toThrow(DatabaseUnavailable);
    await expect(reading).rejects.toMatchObject({ cause: { driverError: expect.any(UnexpectedTransaction) } });
    expect(await source.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('a connection is closed if its failed statement was in such a transaction', async () => {
    proxy.beginsTransactions = true;
    await connect();
    const before = await backend();
    proxy.beginsTransactions = false;
    await expect(source.query('INSERT INTO notes SELECT 1 / $1::int', [0])).rejects.toThrow('division by zero');
    await expect(backend()).resolves.not.toBe(before);
  });

  it('a connection is not used if it is in a transaction from the beginning', async () => {
    await connect();
    proxy.replace = (answer) => {
      if (!answer.some(({ type }) => type === 'K')) return undefined;
      const ready = answer.at(-1)!.bytes;
      ready.write('T', ready.length - 1);
      return { bytes: Buffer.concat(answer.map(({ bytes }) => bytes)), then: 'open' };
    };
    const other = connectDatabase(proxy.url, [], limits);
    await expect(other).rejects.toThrow(UnexpectedTransaction);
  });
});

it.each([
  ['does not begin', 'START', 'I', []],
  ['ends before COMMIT', 'INSERT', 'I', []],
  ['continues after COMMIT', 'COMMIT', 'T', ['a']],
])('a transaction that a pooler %s is an unknown outcome', async (_, tag, status, left) => {
  await connect();
  replaceStatus(tag, status);
  await expect(inTransaction(source, (runner) => runner.query(insert, ['a']))).rejects.toThrow(OutcomeUnknown);
  expect(await stored()).toEqual(left);
});

it('a COMMIT that PostgreSQL answers with ROLLBACK is no success', async () => {
  await connect();
  const ignoreError = async (runner: { query(statement: string): Promise<unknown> }) => {
    await runner.query("INSERT INTO notes VALUES ('a')");
    await runner.query('SELECT 1 / 0').catch(() => undefined);
  };
  await expect(inTransaction(source, ignoreError)).rejects.toThrow(OutcomeUnknown);
  expect(await stored()).toEqual([]);
});

it('a connection that its user has released within a transaction is closed', async () => {
  await connect();
  const runner = source.createQueryRunner();
  await runner.startTransaction();
  await runner.query(insert, ['left']);
  await runner.release();
  await add('kept');
  expect(await stored()).toEqual(['kept']);
});

describe('the start', () => {
  let opened: Database;

  beforeEach(async () => {
    const settings = { kind: 'external', url: proxy.url } as const;
    opened = await Database.create(settings, [idempotencyPersistence], commandLineLimits, () => undefined);
  });

  afterEach(() => opened.close());

  it('refuses a pooler that begins transactions, and a repeat would not help', async () => {
    proxy.beginsTransactions = true;
    await expect(opened.openWithRetry(() => undefined)).rejects.toThrow(UnexpectedTransaction);
    expect(opened.dataSource.isInitialized).toBe(false);
  });

  it('refuses a pooler that does not begin our transactions', async () => {
    replaceStatus('START', 'I');
    await expect(opened.open()).rejects.toThrow(UnexpectedTransaction);
  });

  it('does not refuse a role that may not execute the check', async () => {
    await database.query('ALTER TABLE idempotency_keys RENAME TO hidden');
    await opened.open();
    await database.query('ALTER TABLE hidden RENAME TO idempotency_keys');
  });

  it('refuses a pooler that sends reads to another server, and a repeat would not help', async () => {
    proxy.replace = readsFromAnotherServer;
    await expect(opened.openWithRetry(() => undefined)).rejects.toThrow('sends reads to another server');
  });

  it('asks again if another server has become the primary between the two questions', async () => {
    let answers = 0;
    proxy.replace = (answer) => {
      if (!answer.some(({ bytes }) => bytes.includes('server\0'))) return undefined;
      answers += 1;
      return answers === 1 ? fromAnotherServer(answer) : undefined;
    };
    await expect(opened.open()).resolves.toEqual([]);
    expect(answers).toBeGreaterThan(4);
  });
});

describe('after the start', () => {
  let opened: Database;

  beforeEach(async () => {
    const settings = { kind: 'external', url: proxy.url } as const;
    opened = await Database.create(settings, [idempotencyPersistence], limits, () => undefined);
    await opened.open();
  });

  afterEach(() => opened.close());

  it('the ping fails after a transaction that a pooler began, also if the next change has none', async () => {
    await opened.ping();
    replaceStatus('INSERT', 'T');
    await expect(opened.dataSource.query(insert, ['a'])).rejects.toThrow();
    await expect(opened.ping()).rejects.toThrow(UnexpectedTransaction);
    await opened.dataSource.query(insert, ['a']);
    await expect(opened.ping()).rejects.toThrow(UnexpectedTransaction);
  });

  it('the ping fails while reads go to another server, and closes its connection', async () => {
    proxy.replace = readsFromAnotherServer;
    await expect(opened.ping()).rejects.toThrow('sends reads to another server');
    proxy.replace = () => undefined;
    await expect(opened.ping()).resolves.toBeUndefined();
  });
});
