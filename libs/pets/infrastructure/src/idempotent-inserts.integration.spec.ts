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
import { addOnce, addOnceValues, createOf, forgetting, RememberedCreates } from './idempotent-inserts.ts';

const rex = NewPet.of({ name: 'Rex', categoryId: 7 });
const tom = NewPet.of({ name: 'Tom', categoryId: 7 });
const key = IdempotencyKey.of('a-key', 'mine');

let database: TestDatabase;
let dataSource: DataSource;
let creates: RememberedCreates;
let other: QueryRunner;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await database.open([petsPersistence]);
  creates = new RememberedCreates(dataSource);
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

const kept = () => dataSource.query<{ id: string; name: string }[]>('SELECT id, name FROM pets ORDER BY id');

/** The same statement in the other transaction, which has not ended. */
async function addInOther(newPet: NewPet, by: IdempotencyKey): Promise<Pet> {
  const [row] = (await other.query(addOnce.text, addOnceValues(createOf(newPet, by)))) as { pet_id: string }[];
  return Pet.register(PetId.restore(row!.pet_id), newPet);
}

/** The backends of this database that wait for a lock, once there is one. */
async function waiting(): Promise<{ pid: number }[]> {
  for (;;) {
    const backends = await dataSource.query<{ pid: number }[]>(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    if (backends.length > 0) return backends;
  }
}

/** @param limits how long its statements, and nine tenths of that their locks, are waited for */
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

const onImpatient = (url: string, work: (opened: Database) => Promise<void>) =>
  onDatabase(url, work, { ...operatorLimits, statementTimeout: 3_000 });

it.each(['pets', 'idempotency_keys'])('keeps neither animal nor key when %s does not take its row', async (table) => {
  await other.rollbackTransaction();
  await dataSource.query(`ALTER TABLE ${table} ADD CONSTRAINT closed CHECK (false) NOT VALID`);
  await expect(creates.add(rex, key, Deadline.none)).rejects.toThrow('closed');
  await dataSource.query(`ALTER TABLE ${table} DROP CONSTRAINT closed`);
  expect(await dataSource.query('SELECT key FROM idempotency_keys')).toEqual([]);
  expect(await kept()).toEqual([]);
});

it('gives creates with and without a key ids of their own, however they mingle', async () => {
  await other.rollbackTransaction();
  const rows = dataSource.getRepository('pets');
  const added = Array.from({ length: 200 }, (_, index) => [
    creates.add(rex, IdempotencyKey.of(`key-${index}`, 'mine'), Deadline.none),
    rows.insert({ name: 'Tom', categoryId: '1', status: 'sold' }),
  ]);
  await Promise.all(added.flat());
  expect(await kept()).toHaveLength(400);
});

describe('a repeat while the first is at work', () => {
  let first: Promise<unknown>;
  let proxy: WireProxy | undefined;

  afterEach(() => proxy?.close());

  beforeEach(async () => {
    first = addInOther(rex, key);
    await first;
  });

  it('waits for it, and answers what it has created', async () => {
    const [same, another] = [creates.add(rex, key, Deadline.none), creates.add(tom, key, Deadline.none)];
    const mismatch = expect(another).rejects.toThrow(IdempotencyMismatch);
    await waiting();
    await other.commitTransaction();
    expect(await same).toEqual(await first);
    await mismatch;
    expect(await kept()).toMatchObject([{ name: 'Rex' }]);
  });

  it('creates in its place when it comes to nothing', async () => {
    const repeat = creates.add(tom, key, Deadline.none);
    await waiting();
    await other.rollbackTransaction();
    expect((await repeat).snapshot()).toMatchObject({ name: 'Tom' });
    expect(await kept()).toMatchObject([{ name: 'Tom' }]);
  });

  it.each(['pets', 'idempotency_keys'])('is none when it is the table %s that somebody has', async (table) => {
    await other.rollbackTransaction();
    await other.startTransaction();
    await other.query(`LOCK TABLE ${table}`);
    await onImpatient(database.url, async (impatient) => {
      const fresh = new RememberedCreates(impatient.dataSource).add(
        rex,
        IdempotencyKey.of('fresh', 'mine'),
        Deadline.none,
      );
      await expect(fresh).rejects.toThrow(DatabaseUnavailable);
    });
  });

  it('is a conflict when it may wait no longer, and finds the animal later', async () => {
    await onImpatient(database.url, async (impatient) => {
      const repeating = new RememberedCreates(impatient.dataSource);
      await expect(repeating.add(rex, key, Deadline.none)).rejects.toThrow(IdempotencyConflict);
      await other.commitTransaction();
      expect(await repeating.add(rex, key, Deadline.none)).toEqual(await first);
    });
  });

  it('is a conflict also when PostgreSQL says so in another language', async () => {
    proxy = await WireProxy.before(database.url);
    const german = (bytes: Buffer) => Buffer.from(bytes.toString().replace('"idempotency_keys"', '»idempotency_keys«'));
    proxy.replace = (answer) => ({
      bytes: Buffer.concat(
        answer.map(({ type, bytes }) => (type === 'E' ? wireMessage('E', german(bytes.subarray(5))) : bytes)),
      ),
      then: 'open',
    });
    await onImpatient(proxy.through(database.url), async (impatient) => {
      const repeat = new RememberedCreates(impatient.dataSource).add(rex, key, Deadline.none);
      await expect(repeat).rejects.toThrow(IdempotencyConflict);
    });
  });

  it('fails when its deadline passes; whether it was made, the next repeat tells', async () => {
    // It passes when the statement has been sent, however busy the machine is.
    let isOver = false;
    const deadline = new Deadline(0);
    jest.spyOn(deadline, 'remaining').mockImplementation(() => (isOver ? 0 : 10));
    const failed = expect(creates.add(rex, key, deadline)).rejects.toThrow(OutcomeUnknown);
    await waiting();
    isOver = true;
    await failed;
    await other.commitTransaction();
    expect(await creates.add(rex, key, Deadline.none)).toEqual(await first);
  });

  it('does not wait for another key, nor for that of another owner', async () => {
    await creates.add(rex, IdempotencyKey.of('another-key', 'mine'), Deadline.none);
    await creates.add(rex, IdempotencyKey.of('a-key', 'yours'), Deadline.none);
    expect(await kept()).toHaveLength(2);
  });
});

describe('a create whose connection is lost', () => {
  let line: CuttableLine | undefined;

  beforeEach(() => other.query('LOCK TABLE pets IN SHARE ROW EXCLUSIVE MODE'));

  afterEach(() => line?.close());

  it('may have been made when the server ends the connection: the repeat makes it where it was not', async () => {
    await onDatabase(database.url, async ({ dataSource: doomed }) => {
      const lost = expect(new RememberedCreates(doomed).add(rex, key, Deadline.none)).rejects.toThrow(OutcomeUnknown);
      for (const { pid } of await waiting()) await dataSource.query('SELECT pg_terminate_backend($1)', [pid]);
      await lost;
    });
    await other.rollbackTransaction();
    expect(await kept()).toEqual([]);
    const { id } = (await creates.add(rex, key, Deadline.none)).snapshot();
    expect(await kept()).toEqual([{ id, name: 'Rex' }]);
  });

  it('may have been made when nobody said: the repeat finds out, and there is one animal', async () => {
    line = await CuttableLine.to(database.url);
    await onDatabase(line.url, async (distant) => {
      const repeating = new RememberedCreates(distant.dataSource);
      const lost = expect(repeating.add(rex, key, Deadline.none)).rejects.toThrow(OutcomeUnknown);
      await waiting();
      line?.cut();
      await lost;
      // The server has not noticed, and goes on as soon as it may.
      const repeat = repeating.add(rex, key, Deadline.none);
      await other.rollbackTransaction();
      const { id } = (await repeat).snapshot();
      expect(await kept()).toEqual([{ id, name: 'Rex' }]);
    });
  });
});

describe('forgetting', () => {
  beforeEach(async () => {
    await other.rollbackTransaction();
    for (const text of ['1', '2', '3']) await creates.add(rex, IdempotencyKey.of(text, 'mine'), Deadline.none);
    await dataSource.query("UPDATE idempotency_keys SET created_at = created_at - interval '24 hours'");
    await other.startTransaction();
  });

  const left = () => dataSource.query('SELECT key FROM idempotency_keys ORDER BY key');

  it('passes over what somebody is at work on', async () => {
    await addInOther(tom, IdempotencyKey.of('2', 'mine'));
    expect(await creates.forget(10)).toBe(2);
    await other.commitTransaction();
    expect(await creates.forget(10)).toBe(0);
    expect(await left()).toEqual([{ key: '2' }]);
  });

  it('holds up only a create whose key it is just forgetting, until its step is done', async () => {
    expect((await other.query(forgetting, [2]))[1]).toBe(2);
    const created = creates.add(tom, IdempotencyKey.of('1', 'mine'), Deadline.none);
    await creates.add(tom, IdempotencyKey.of('3', 'mine'), Deadline.none);
    await other.commitTransaction();
    expect((await created).snapshot()).toMatchObject({ name: 'Tom' });
    expect(await left()).toEqual([{ key: '1' }, { key: '3' }]);
  });

  it('finds what is past its time along an index', async () => {
    await other.query('SET LOCAL enable_seqscan = off');
    const plan = await other.query(`EXPLAIN ${forgetting}`, [1_000]);
    expect(JSON.stringify(plan)).toContain('idempotency_keys_created_at_index');
  });
});

/** A way to the server that can be cut as a network fails: nobody is told anything. */
class CuttableLine {
  private readonly sockets = new Set<Socket>();

  private constructor(
    readonly url: string,
    readonly close: () => void,
  ) {}

  static async to(url: string): Promise<CuttableLine> {
    const folder = mkdtempSync(join(tmpdir(), 'petstore-line-'));
    const [, directory = ''] = /[?&]host=([^&]*)/.exec(url) ?? [];
    const path = '.s.PGSQL.5432';
    const server = createServer((near) => {
      const far = connect(join(decodeURIComponent(directory), path));
      for (const socket of [near, far]) line.sockets.add(socket.on('error', () => undefined));
      near.pipe(far).pipe(near);
    });
    const line = new CuttableLine(url.replace(directory, encodeURIComponent(folder)), () => {
      server.close();
      rmSync(folder, { recursive: true });
    });
    await new Promise<void>((listening) => server.listen(join(folder, path), listening));
    return line;
  }

  cut(): void {
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
  }
}
