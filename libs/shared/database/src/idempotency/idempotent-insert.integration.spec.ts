import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Deadline, IdempotencyConflict, IdempotencyKey, IdempotencyMismatch } from '@petstore/kernel';
import type { DataSource, QueryRunner } from 'typeorm';
import { commandLineLimits } from '../database-limits.ts';
import { DatabaseUnavailable, OutcomeUnknown } from '../database.errors.ts';
import { Database } from '../database.ts';
import { createTestDatabase, wireMessage, WireProxy, type TestDatabase } from '../testing/index.ts';
import { idempotencyPersistence } from './idempotency.persistence.ts';
import { IdempotentInsert } from './idempotent-insert.ts';
import { deleteExpiredKeys, purgeExpiredKeys } from './purge-expired-keys.ts';

/** Inserts into one of the two tables of this file, which have a sequence each. */
function insertInto(table: 'notes' | 'tasks'): IdempotentInsert<string> {
  return new IdempotentInsert<string>({
    name: `insert_${table}`,
    kind: table,
    idSequence: `pg_get_serial_sequence('${table}', 'id')`,
    insert: (source, id, firstParameter) =>
      `INSERT INTO ${table} (id, text) OVERRIDING SYSTEM VALUE SELECT ${id}, $${firstParameter} FROM ${source}`,
    parametersOf: (text) => [text],
    canonicalText: (text) => text,
  });
}

const [insertNote, insertTask] = [insertInto('notes'), insertInto('tasks')];
const key = IdempotencyKey.of('a-key', 'mine');
const [rex, tom] = ['Rex', 'Tom'];

/** Inserts a note and returns its id. */
const insert = (source: DataSource, text: string, by: IdempotencyKey, deadline = Deadline.none) =>
  insertNote.execute(source, text, by, deadline);

let database: TestDatabase;
let dataSource: DataSource;
let other: QueryRunner;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await database.open([idempotencyPersistence]);
  for (const table of ['notes', 'tasks']) {
    await dataSource.query(`CREATE TABLE ${table} (id bigint GENERATED ALWAYS AS IDENTITY, text text NOT NULL)`);
  }
});

beforeEach(async () => {
  await dataSource.query('TRUNCATE notes, tasks, idempotency_keys');
  other = dataSource.createQueryRunner();
  await other.startTransaction();
});

afterEach(async () => {
  if (other.isTransactionActive) await other.rollbackTransaction();
  await other.release();
});

afterAll(() => database.drop());

const storedNotes = () => dataSource.query<{ id: string; text: string }[]>('SELECT id, text FROM notes ORDER BY id');

/** Executes the same statement in the other transaction, which stays open. Returns the id of the note. */
async function insertInOther(text: string, by: IdempotencyKey): Promise<string> {
  const rows: { created_id: string }[] = await other.query(
    insertNote.statement.text,
    insertNote.parametersOf(text, by),
  );
  return rows[0]!.created_id;
}

/** Returns the backends of this database that wait for a lock, as soon as there is one. */
async function lockWaiters(): Promise<{ pid: number }[]> {
  for (;;) {
    const backends = await dataSource.query<{ pid: number }[]>(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    if (backends.length > 0) return backends;
  }
}

/** @param limits `statementTimeout` in milliseconds; the lock timeout is nine tenths of it */
async function onDatabase(
  url: string,
  work: (opened: Database) => Promise<void>,
  limits = commandLineLimits,
): Promise<void> {
  const opened = await Database.create({ kind: 'external', url }, [idempotencyPersistence], limits, () => undefined);
  try {
    await opened.open();
    await work(opened);
  } finally {
    await opened.close();
  }
}

const onDatabaseWithShortTimeout = (url: string, work: (opened: Database) => Promise<void>) =>
  onDatabase(url, work, { ...commandLineLimits, statementTimeout: 3_000 });

it.each(['notes', 'idempotency_keys'])('stores neither row nor key when %s rejects its row', async (table) => {
  await other.rollbackTransaction();
  await dataSource.query(`ALTER TABLE ${table} ADD CONSTRAINT closed CHECK (false) NOT VALID`);
  await expect(insert(dataSource, rex, key)).rejects.toThrow('closed');
  await dataSource.query(`ALTER TABLE ${table} DROP CONSTRAINT closed`);
  expect(await dataSource.query('SELECT key FROM idempotency_keys')).toEqual([]);
  expect(await storedNotes()).toEqual([]);
});

it('draws different ids for concurrent inserts with and without a key', async () => {
  await other.rollbackTransaction();
  const added = Array.from({ length: 200 }, (_, index) => [
    insert(dataSource, rex, IdempotencyKey.of(`key-${index}`, 'mine')),
    dataSource.query("INSERT INTO notes (text) VALUES ('Tom')"),
  ]);
  await Promise.all(added.flat());
  expect(await storedNotes()).toHaveLength(400);
});

it('returns the id of the first insert for a repeat, and inserts nothing', async () => {
  const id = await insert(dataSource, rex, key);
  expect(await insert(dataSource, rex, key)).toBe(id);
  expect(await storedNotes()).toEqual([{ id, text: rex }]);
});

it('rejects the key for another input', async () => {
  const id = await insert(dataSource, rex, key);
  await expect(insert(dataSource, tom, key)).rejects.toThrow(IdempotencyMismatch);
  expect(await storedNotes()).toEqual([{ id, text: rex }]);
});

it('rejects the key for another kind, also when the other kind draws the same id', async () => {
  const storedTasks = () => dataSource.query('SELECT id, text FROM tasks');
  const id = await insert(dataSource, rex, key);
  await dataSource.query('ALTER TABLE tasks ALTER COLUMN id RESTART WITH ' + id);
  await expect(insertTask.execute(dataSource, rex, key, Deadline.none)).rejects.toThrow(IdempotencyMismatch);
  expect(await storedTasks()).toEqual([]);
  expect(await insert(dataSource, rex, key)).toBe(id);
  await dataSource.query("UPDATE idempotency_keys SET created_at = created_at - interval '24 hours'");
  const taskId = await insertTask.execute(dataSource, rex, key, Deadline.none);
  expect(await storedTasks()).toEqual([{ id: taskId, text: rex }]);
  await expect(insert(dataSource, rex, key)).rejects.toThrow(IdempotencyMismatch);
});

describe('a repeat while the first insert is running', () => {
  let first: Promise<unknown>;
  let proxy: WireProxy | undefined;

  afterEach(() => proxy?.close());

  beforeEach(async () => {
    first = insertInOther(rex, key);
    await first;
  });

  it('waits for the first insert and returns its id', async () => {
    const [same, another] = [insert(dataSource, rex, key), insert(dataSource, tom, key)];
    const mismatch = expect(another).rejects.toThrow(IdempotencyMismatch);
    await lockWaiters();
    await other.commitTransaction();
    expect(await same).toEqual(await first);
    await mismatch;
    expect(await storedNotes()).toMatchObject([{ text: 'Rex' }]);
  });

  it('inserts its own row when the first insert is rolled back', async () => {
    const repeat = insert(dataSource, tom, key);
    await lockWaiters();
    await other.rollbackTransaction();
    const id = await repeat;
    expect(await storedNotes()).toEqual([{ id, text: 'Tom' }]);
  });

  it.each(['notes', 'idempotency_keys'])('is not reported as a conflict when the table %s is locked', async (table) => {
    await other.rollbackTransaction();
    await other.startTransaction();
    await other.query(`LOCK TABLE ${table}`);
    await onDatabaseWithShortTimeout(database.url, async (limited) => {
      const fresh = insert(limited.dataSource, rex, IdempotencyKey.of('fresh', 'mine'));
      await expect(fresh).rejects.toThrow(DatabaseUnavailable);
    });
  });

  it('is a conflict at the lock timeout and returns the id later', async () => {
    await onDatabaseWithShortTimeout(database.url, async (limited) => {
      await expect(insert(limited.dataSource, rex, key)).rejects.toThrow(IdempotencyConflict);
      await other.commitTransaction();
      expect(await insert(limited.dataSource, rex, key)).toEqual(await first);
    });
  });

  it('is a conflict also when the error message is in another language', async () => {
    proxy = await WireProxy.startFor(database.url);
    const german = (bytes: Buffer) => Buffer.from(bytes.toString().replace('"idempotency_keys"', '»idempotency_keys«'));
    proxy.replace = (answer) => ({
      bytes: Buffer.concat(
        answer.map(({ type, bytes }) => (type === 'E' ? wireMessage('E', german(bytes.subarray(5))) : bytes)),
      ),
      then: 'open',
    });
    await onDatabaseWithShortTimeout(proxy.urlOf(database.url), async (limited) => {
      const repeat = insert(limited.dataSource, rex, key);
      await expect(repeat).rejects.toThrow(IdempotencyConflict);
    });
  });

  it('fails with OutcomeUnknown at its deadline, and the next repeat returns the id', async () => {
    // The deadline passes after the statement was sent, also on a busy machine.
    let isOver = false;
    const deadline = new Deadline(0);
    jest.spyOn(deadline, 'remaining').mockImplementation(() => (isOver ? 0 : 10));
    const failed = expect(insert(dataSource, rex, key, deadline)).rejects.toThrow(OutcomeUnknown);
    await lockWaiters();
    isOver = true;
    await failed;
    await other.commitTransaction();
    expect(await insert(dataSource, rex, key)).toEqual(await first);
  });

  it('does not wait for another key or for the same key of another owner', async () => {
    await insert(dataSource, rex, IdempotencyKey.of('another-key', 'mine'));
    await insert(dataSource, rex, IdempotencyKey.of('a-key', 'yours'));
    expect(await storedNotes()).toHaveLength(2);
  });
});

describe('an insert whose connection is lost', () => {
  let proxy: DroppableProxy | undefined;

  beforeEach(() => other.query('LOCK TABLE notes IN SHARE ROW EXCLUSIVE MODE'));

  afterEach(() => proxy?.close());

  it('has an unknown outcome when the server closes the connection, and the repeat inserts the row', async () => {
    await onDatabase(database.url, async ({ dataSource: doomed }) => {
      const lost = expect(insert(doomed, rex, key)).rejects.toThrow(OutcomeUnknown);
      for (const { pid } of await lockWaiters()) await dataSource.query('SELECT pg_terminate_backend($1)', [pid]);
      await lost;
    });
    await other.rollbackTransaction();
    expect(await storedNotes()).toEqual([]);
    const id = await insert(dataSource, rex, key);
    expect(await storedNotes()).toEqual([{ id, text: 'Rex' }]);
  });

  it('has an unknown outcome when the network fails, and the repeat returns the id of the one row', async () => {
    proxy = await DroppableProxy.to(database.url);
    await onDatabase(proxy.url, async (distant) => {
      const lost = expect(insert(distant.dataSource, rex, key)).rejects.toThrow(OutcomeUnknown);
      await lockWaiters();
      proxy?.dropConnections();
      await lost;
      // The server has not detected the failure, and continues when the lock is released.
      const repeat = insert(distant.dataSource, rex, key);
      await other.rollbackTransaction();
      const id = await repeat;
      expect(await storedNotes()).toEqual([{ id, text: 'Rex' }]);
    });
  });
});

describe('deleting expired keys', () => {
  beforeEach(async () => {
    await other.rollbackTransaction();
    for (const text of ['1', '2', '3']) await insert(dataSource, rex, IdempotencyKey.of(text, 'mine'));
    await dataSource.query("UPDATE idempotency_keys SET created_at = created_at - interval '24 hours'");
    await other.startTransaction();
  });

  const remainingKeys = () => dataSource.query('SELECT key FROM idempotency_keys ORDER BY key');

  it('deletes up to the limit, and no keys that have not expired', async () => {
    await insert(dataSource, rex, key);
    const deleted = [];
    for (let run = 0; run < 3; run++) deleted.push(await purgeExpiredKeys(dataSource, 2));
    expect(deleted).toEqual([2, 1, 0]);
    expect(await remainingKeys()).toEqual([{ key: key.text }]);
  });

  it('skips keys that another transaction has locked', async () => {
    await insertInOther(tom, IdempotencyKey.of('2', 'mine'));
    expect(await purgeExpiredKeys(dataSource, 10)).toBe(2);
    await other.commitTransaction();
    expect(await purgeExpiredKeys(dataSource, 10)).toBe(0);
    expect(await remainingKeys()).toEqual([{ key: '2' }]);
  });

  it('delays only an insert whose key it deletes, until its transaction ends', async () => {
    expect((await other.query(deleteExpiredKeys, [2]))[1]).toBe(2);
    const created = insert(dataSource, tom, IdempotencyKey.of('1', 'mine'));
    await insert(dataSource, tom, IdempotencyKey.of('3', 'mine'));
    await other.commitTransaction();
    const id = await created;
    expect(await storedNotes()).toContainEqual({ id, text: 'Tom' });
    expect(await remainingKeys()).toEqual([{ key: '1' }, { key: '3' }]);
  });

  it('uses the index on created_at', async () => {
    await other.query('SET LOCAL enable_seqscan = off');
    const plan = await other.query(`EXPLAIN ${deleteExpiredKeys}`, [1_000]);
    expect(JSON.stringify(plan)).toContain('idempotency_keys_created_at_index');
  });
});

/** A proxy that can drop its connections as a failed network does: neither side gets a PostgreSQL message. */
class DroppableProxy {
  private readonly sockets = new Set<Socket>();

  private constructor(
    readonly url: string,
    readonly close: () => void,
  ) {}

  static async to(url: string): Promise<DroppableProxy> {
    const folder = mkdtempSync(join(tmpdir(), 'petstore-proxy-'));
    const [, directory = ''] = /[?&]host=([^&]*)/.exec(url) ?? [];
    const path = '.s.PGSQL.5432';
    const server = createServer((near) => {
      const far = connect(join(decodeURIComponent(directory), path));
      for (const socket of [near, far]) proxy.sockets.add(socket.on('error', () => undefined));
      near.pipe(far).pipe(near);
    });
    const proxy = new DroppableProxy(url.replace(directory, encodeURIComponent(folder)), () => {
      server.close();
      rmSync(folder, { recursive: true });
    });
    await new Promise<void>((listening) => server.listen(join(folder, path), listening));
    return proxy;
  }

  dropConnections(): void {
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
  }
}
