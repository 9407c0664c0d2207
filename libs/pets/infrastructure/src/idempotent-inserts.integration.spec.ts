import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database, DatabaseUnavailable, OutcomeUnknown, operatorLimits } from '@petstore/database';
import { createTestDatabase, wireMessage, WireProxy, type TestDatabase } from '@petstore/database/testing';
import { Deadline } from '@petstore/kernel';
import { IdempotencyConflict, IdempotencyKey, IdempotencyMismatch, NewPet, Pet, PetId } from '@petstore/pets-domain';
import type { DataSource, QueryRunner } from 'typeorm';
import { petsPersistence } from './index.ts';
import {
  insertPetOnce,
  insertPetOnceParameters,
  newCreate,
  deleteExpiredKeys,
  IdempotentInserts,
} from './idempotent-inserts.ts';

const rex = NewPet.parse({ name: 'Rex', categoryId: 7 });
const tom = NewPet.parse({ name: 'Tom', categoryId: 7 });
const key = IdempotencyKey.of('a-key', 'mine');

let database: TestDatabase;
let dataSource: DataSource;
let inserts: IdempotentInserts;
let other: QueryRunner;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await database.open([petsPersistence]);
  inserts = new IdempotentInserts(dataSource);
});

beforeEach(async () => {
  await dataSource.query('TRUNCATE pets, idempotency_keys');
  other = dataSource.createQueryRunner();
  await other.startTransaction();
});

afterEach(async () => {
  if (other.isTransactionActive) await other.rollbackTransaction();
  await other.release();
});

afterAll(() => database.drop());

const storedPets = () => dataSource.query<{ id: string; name: string }[]>('SELECT id, name FROM pets ORDER BY id');

/** Runs the same statement in the other transaction, which stays open. */
async function insertInOther(newPet: NewPet, by: IdempotencyKey): Promise<Pet> {
  const [row] = (await other.query(insertPetOnce.text, insertPetOnceParameters(newCreate(newPet, by)))) as {
    pet_id: string;
  }[];
  return Pet.register(PetId.restore(row!.pet_id), newPet);
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
  limits = operatorLimits,
): Promise<void> {
  const opened = await Database.at({ kind: 'external', url }, [petsPersistence], limits, () => undefined);
  try {
    await opened.open();
    await work(opened);
  } finally {
    await opened.close();
  }
}

const onDatabaseWithShortTimeout = (url: string, work: (opened: Database) => Promise<void>) =>
  onDatabase(url, work, { ...operatorLimits, statementTimeout: 3_000 });

it.each(['pets', 'idempotency_keys'])('stores neither animal nor key when %s rejects its row', async (table) => {
  await other.rollbackTransaction();
  await dataSource.query(`ALTER TABLE ${table} ADD CONSTRAINT closed CHECK (false) NOT VALID`);
  await expect(inserts.insert(rex, key, Deadline.none)).rejects.toThrow('closed');
  await dataSource.query(`ALTER TABLE ${table} DROP CONSTRAINT closed`);
  expect(await dataSource.query('SELECT key FROM idempotency_keys')).toEqual([]);
  expect(await storedPets()).toEqual([]);
});

it('draws different ids for concurrent inserts with and without a key', async () => {
  await other.rollbackTransaction();
  const rows = dataSource.getRepository('pets');
  const added = Array.from({ length: 200 }, (_, index) => [
    inserts.insert(rex, IdempotencyKey.of(`key-${index}`, 'mine'), Deadline.none),
    rows.insert({ name: 'Tom', categoryId: '1', status: 'sold' }),
  ]);
  await Promise.all(added.flat());
  expect(await storedPets()).toHaveLength(400);
});

describe('a repeat while the first insert is running', () => {
  let first: Promise<unknown>;
  let proxy: WireProxy | undefined;

  afterEach(() => proxy?.close());

  beforeEach(async () => {
    first = insertInOther(rex, key);
    await first;
  });

  it('waits for the first insert and returns its animal', async () => {
    const [same, another] = [inserts.insert(rex, key, Deadline.none), inserts.insert(tom, key, Deadline.none)];
    const mismatch = expect(another).rejects.toThrow(IdempotencyMismatch);
    await lockWaiters();
    await other.commitTransaction();
    expect(await same).toEqual(await first);
    await mismatch;
    expect(await storedPets()).toMatchObject([{ name: 'Rex' }]);
  });

  it('inserts its own animal when the first insert is rolled back', async () => {
    const repeat = inserts.insert(tom, key, Deadline.none);
    await lockWaiters();
    await other.rollbackTransaction();
    expect((await repeat).snapshot()).toMatchObject({ name: 'Tom' });
    expect(await storedPets()).toMatchObject([{ name: 'Tom' }]);
  });

  it.each(['pets', 'idempotency_keys'])('is not reported as a conflict when the table %s is locked', async (table) => {
    await other.rollbackTransaction();
    await other.startTransaction();
    await other.query(`LOCK TABLE ${table}`);
    await onDatabaseWithShortTimeout(database.url, async (limited) => {
      const fresh = new IdempotentInserts(limited.dataSource).insert(
        rex,
        IdempotencyKey.of('fresh', 'mine'),
        Deadline.none,
      );
      await expect(fresh).rejects.toThrow(DatabaseUnavailable);
    });
  });

  it('is a conflict at the lock timeout and returns the animal later', async () => {
    await onDatabaseWithShortTimeout(database.url, async (limited) => {
      const repeating = new IdempotentInserts(limited.dataSource);
      await expect(repeating.insert(rex, key, Deadline.none)).rejects.toThrow(IdempotencyConflict);
      await other.commitTransaction();
      expect(await repeating.insert(rex, key, Deadline.none)).toEqual(await first);
    });
  });

  it('is a conflict also when the error message is in another language', async () => {
    proxy = await WireProxy.before(database.url);
    const german = (bytes: Buffer) => Buffer.from(bytes.toString().replace('"idempotency_keys"', '»idempotency_keys«'));
    proxy.replace = (answer) => ({
      bytes: Buffer.concat(
        answer.map(({ type, bytes }) => (type === 'E' ? wireMessage('E', german(bytes.subarray(5))) : bytes)),
      ),
      then: 'open',
    });
    await onDatabaseWithShortTimeout(proxy.through(database.url), async (limited) => {
      const repeat = new IdempotentInserts(limited.dataSource).insert(rex, key, Deadline.none);
      await expect(repeat).rejects.toThrow(IdempotencyConflict);
    });
  });

  it('fails with OutcomeUnknown at its deadline, and the next repeat returns the animal', async () => {
    // The deadline passes after the statement was sent, also on a busy machine.
    let isOver = false;
    const deadline = new Deadline(0);
    jest.spyOn(deadline, 'remaining').mockImplementation(() => (isOver ? 0 : 10));
    const failed = expect(inserts.insert(rex, key, deadline)).rejects.toThrow(OutcomeUnknown);
    await lockWaiters();
    isOver = true;
    await failed;
    await other.commitTransaction();
    expect(await inserts.insert(rex, key, Deadline.none)).toEqual(await first);
  });

  it('does not wait for another key or for the same key of another owner', async () => {
    await inserts.insert(rex, IdempotencyKey.of('another-key', 'mine'), Deadline.none);
    await inserts.insert(rex, IdempotencyKey.of('a-key', 'yours'), Deadline.none);
    expect(await storedPets()).toHaveLength(2);
  });
});

describe('an insert whose connection is lost', () => {
  let proxy: DroppableProxy | undefined;

  beforeEach(() => other.query('LOCK TABLE pets IN SHARE ROW EXCLUSIVE MODE'));

  afterEach(() => proxy?.close());

  it('has an unknown outcome when the server closes the connection, and the repeat inserts the animal', async () => {
    await onDatabase(database.url, async ({ dataSource: doomed }) => {
      const lost = expect(new IdempotentInserts(doomed).insert(rex, key, Deadline.none)).rejects.toThrow(
        OutcomeUnknown,
      );
      for (const { pid } of await lockWaiters()) await dataSource.query('SELECT pg_terminate_backend($1)', [pid]);
      await lost;
    });
    await other.rollbackTransaction();
    expect(await storedPets()).toEqual([]);
    const { id } = (await inserts.insert(rex, key, Deadline.none)).snapshot();
    expect(await storedPets()).toEqual([{ id, name: 'Rex' }]);
  });

  it('has an unknown outcome when the network fails, and the repeat returns the one animal', async () => {
    proxy = await DroppableProxy.to(database.url);
    await onDatabase(proxy.url, async (distant) => {
      const repeating = new IdempotentInserts(distant.dataSource);
      const lost = expect(repeating.insert(rex, key, Deadline.none)).rejects.toThrow(OutcomeUnknown);
      await lockWaiters();
      proxy?.dropConnections();
      await lost;
      // The server has not detected the failure, and continues when the lock is released.
      const repeat = repeating.insert(rex, key, Deadline.none);
      await other.rollbackTransaction();
      const { id } = (await repeat).snapshot();
      expect(await storedPets()).toEqual([{ id, name: 'Rex' }]);
    });
  });
});

describe('deleting expired keys', () => {
  beforeEach(async () => {
    await other.rollbackTransaction();
    for (const text of ['1', '2', '3']) await inserts.insert(rex, IdempotencyKey.of(text, 'mine'), Deadline.none);
    await dataSource.query("UPDATE idempotency_keys SET created_at = created_at - interval '24 hours'");
    await other.startTransaction();
  });

  const remainingKeys = () => dataSource.query('SELECT key FROM idempotency_keys ORDER BY key');

  it('skips keys that another transaction has locked', async () => {
    await insertInOther(tom, IdempotencyKey.of('2', 'mine'));
    expect(await inserts.deleteExpiredKeys(10)).toBe(2);
    await other.commitTransaction();
    expect(await inserts.deleteExpiredKeys(10)).toBe(0);
    expect(await remainingKeys()).toEqual([{ key: '2' }]);
  });

  it('delays only an insert whose key it deletes, until its transaction ends', async () => {
    expect((await other.query(deleteExpiredKeys, [2]))[1]).toBe(2);
    const created = inserts.insert(tom, IdempotencyKey.of('1', 'mine'), Deadline.none);
    await inserts.insert(tom, IdempotencyKey.of('3', 'mine'), Deadline.none);
    await other.commitTransaction();
    expect((await created).snapshot()).toMatchObject({ name: 'Tom' });
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
