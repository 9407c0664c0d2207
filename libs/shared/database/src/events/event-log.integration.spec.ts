import { setTimeout as delay } from 'node:timers/promises';
import { CursorGone, type DomainEvent, type EventQuery } from '@petstore/kernel';
import { eventLogContract, type EventStore } from '@petstore/kernel/testing';
import type { DataSource, QueryRunner } from 'typeorm';
import { commandLineLimits } from '../database-limits.ts';
import { Database } from '../database.ts';
import { DatabaseUnavailable } from '../database.errors.ts';
import {
  claimPrimary,
  connect,
  connectDatabase,
  createTestDatabase,
  PostgresServer,
  Processes,
  Proxy,
  query,
  type TestDatabase,
  until,
  untilBlocked,
} from '../testing/index.ts';
import { TypeOrmTransactions } from '../typeorm-transactions.ts';
import {
  appendEvent,
  eventsPersistence,
  latestStatement,
  lockStatement,
  pageStatement,
  TypeOrmEventLog,
} from './event-log.ts';
import { appendEvents, beginHistoryIfChanged } from './histories.ts';

// Each transaction of the server delays the log, so that these tests need a server that nothing else uses.
const settings = { max_prepared_transactions: '2', autovacuum: 'off' };

const processes = new Processes();
let server: PostgresServer;
let database: TestDatabase;
let dataSource: DataSource;
let log: TypeOrmEventLog;

beforeAll(async () => {
  server = await PostgresServer.start(processes, settings);
});

beforeEach(async () => {
  database = await createTestDatabase(server.url);
  dataSource = await database.open([eventsPersistence]);
  log = new TypeOrmEventLog(dataSource);
});

afterEach(() => database.drop());

afterAll(() => processes.end());

const eventOf = (petId: string): DomainEvent => ({ type: 'pet.updated', petId, actor: 'key_1', data: {} });
const append = (petId: number, source = dataSource) =>
  new TypeOrmTransactions(source).run((transaction) => appendEvent(eventOf(String(petId)), transaction));

const insert = appendEvents("SELECT 'pet.updated', $1::bigint, 'key_1', '{}'::json");

async function begin(): Promise<QueryRunner> {
  const runner = dataSource.createQueryRunner();
  await runner.startTransaction();
  return runner;
}

async function end(runner: QueryRunner, how: 'commit' | 'rollback'): Promise<void> {
  await (how === 'commit' ? runner.commitTransaction() : runner.rollbackTransaction());
  await runner.release();
}

/** Reads the log to its end. Returns the ids of the animals, and the last position. */
async function follow(after: string | undefined, from = log, limit = 3): Promise<[petIds: number[], end: string]> {
  const petIds: number[] = [];
  for (let position = after; ;) {
    const { events, next } = await from.read({ after: position, limit });
    petIds.push(...events.map(({ petId }) => Number(petId)));
    if (events.length === 0) return [petIds, next];
    position = next;
  }
}

/** Makes the database another one, as a restore does: the table of events gets another OID. */
async function moveTable(): Promise<void> {
  await dataSource.query('ALTER TABLE events RENAME TO copied');
  await dataSource.query('CREATE TABLE events (LIKE copied INCLUDING ALL)');
  await dataSource.query('INSERT INTO events OVERRIDING SYSTEM VALUE SELECT * FROM copied');
  await dataSource.query(
    "SELECT setval(pg_get_serial_sequence('events', 'id'), max(id)) FROM copied; DROP TABLE copied",
  );
}

describe('the contract of EventLog', () => {
  const store: EventStore = {
    append: (event) => new TypeOrmTransactions(dataSource).run((transaction) => appendEvent(event, transaction)),
    async startNewHistory() {
      await moveTable();
      await beginHistoryIfChanged(dataSource);
    },
  };
  it.each(Object.entries(eventLogContract))('%s', (_, verify) => verify(new TypeOrmEventLog(dataSource), store));
});

it('a client that follows many concurrent writers gets every event once, and those of an animal in their order', async () => {
  await dataSource.query('CREATE TABLE animals AS SELECT n AS id, 0 AS changes FROM generate_series(1, 2) AS n');
  const changes = new Map<string, number[]>();
  let position = await log.latest();
  const readOnce = async (): Promise<number> => {
    const { events, next } = await log.read({ after: position, limit: 7 });
    for (const { petId, data } of events) {
      changes.set(petId, [...(changes.get(petId) ?? []), (data as unknown as { change: number }).change]);
    }
    position = next;
    return events.length;
  };
  let writing = true;
  const reading = (async () => {
    while (writing) await readOnce();
  })();
  const writers = Array.from({ length: 6 }, async (_, writer) => {
    for (let step = 0; step < 40; step++) {
      const runner = await begin();
      const id = 1 + ((writer + step) % 2);
      await runner.query(lockStatement, [id]);
      const text = 'UPDATE animals SET changes = changes + 1 WHERE id = $1 RETURNING changes AS change';
      const [[row]] = (await runner.query(text, [id])) as [{ change: number }[], number];
      await runner.query('SELECT pg_sleep(random() / 500)');
      await runner.query(appendEvents("SELECT 'pet.updated', $1::bigint, 'key_1', $2::json"), [
        id,
        JSON.stringify(row),
      ]);
      await end(runner, step % 5 === 0 ? 'rollback' : 'commit');
    }
  });
  await Promise.all(writers).finally(() => (writing = false));
  await reading;
  while ((await readOnce()) > 0);
  const animals = await dataSource.query<{ id: number; changes: number }[]>('SELECT * FROM animals ORDER BY id');
  expect(animals.reduce((sum, animal) => sum + animal.changes, 0)).toBe(6 * 32);
  for (const animal of animals) {
    expect(changes.get(String(animal.id))).toEqual(Array.from({ length: animal.changes }, (_, index) => index + 1));
  }
});

describe('a transaction that has not ended', () => {
  it('delays the events of later transactions if it has written, in any database', async () => {
    const other = await createTestDatabase(server.url);
    const writer = (await other.open([])).createQueryRunner();
    await writer.startTransaction();
    await writer.query('CREATE TABLE numbers (n int)');
    const start = await log.latest();
    await append(1);
    await append(2);
    expect(await follow(start)).toEqual([[], start]);
    const transaction = expect.stringMatching(/^pid \d+ of petstore, application petstore$/);
    expect(await log.delay()).toEqual({ seconds: expect.any(Number), transaction });
    await writer.commitTransaction();
    await writer.release();
    expect((await follow(start))[0]).toEqual([1, 2]);
    expect(await log.delay()).toBeUndefined();
    await other.drop();
  });

  it('delays nothing if it only reads', async () => {
    const start = await log.latest();
    const reader = dataSource.createQueryRunner();
    await reader.startTransaction('REPEATABLE READ');
    await reader.query('SELECT * FROM events');
    await append(1);
    expect((await follow(start))[0]).toEqual([1]);
    await reader.commitTransaction();
    await reader.release();
  });

  it('delays events if it is prepared, and its own events appear after COMMIT PREPARED', async () => {
    const start = await log.latest();
    const client = await connect(database.url);
    await client.query('BEGIN');
    await client.query(insert, [1]);
    await client.query("PREPARE TRANSACTION 'two phases'");
    await append(2);
    expect(await follow(start)).toEqual([[], start]);
    expect(await log.delay()).toEqual({ seconds: expect.any(Number), transaction: 'prepared transaction two phases' });
    await client.query("COMMIT PREPARED 'two phases'");
    await client.end();
    expect((await follow(start))[0]).toEqual([1, 2]);
  });
});

it('loses no event after a crash in which PostgreSQL assigns transaction ids again', async () => {
  await append(1);
  const lost = await Promise.all(Array.from({ length: 3 }, begin));
  const ids: bigint[] = [];
  for (const runner of lost) {
    const [{ id }] = await runner.query('SELECT pg_current_xact_id() AS id');
    ids.push(BigInt(id));
  }
  const latest = await log.latest();
  await server.end('SIGKILL');
  await server.start();
  for (const runner of lost) await runner.release().catch(() => undefined);
  await eventually(() => append(2));
  const [{ id: reused }] = await dataSource.query('SELECT transaction AS id FROM events WHERE pet_id = 2');
  expect(ids).toContain(BigInt(reused));
  expect((await follow(latest))[0]).toEqual([2]);
});

/** Repeats the work until it succeeds. */
async function eventually<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!/ECONN|ENOENT|terminat|closed|accepting connections|temporarily/.test(String(error))) throw error;
      await delay(10);
    }
  }
}

describe('a reader that resumes after a restore', () => {
  it('skips no event that happened since, and gets no event again, if the last ones it has read were undone', async () => {
    for (const petId of [1, 2, 3]) await append(petId);
    const { events, next } = await log.read({ limit: 9 });
    await dataSource.query('DELETE FROM events WHERE pet_id > 1');
    await moveTable();
    await append(4);
    const { position } = await log.resume({ position: next, history: events[2]!.history });
    expect((await follow(position))[0]).toEqual([4]);
  });

  it('begins with the new history if the one of its position was undone', async () => {
    await append(1);
    await moveTable();
    await beginHistoryIfChanged(dataSource);
    await append(2);
    const { events, next } = await log.read({ limit: 9 });
    await dataSource.query('DELETE FROM events WHERE history = 2; DELETE FROM histories WHERE id = 2');
    await dataSource.query("SELECT setval(pg_get_serial_sequence('histories', 'id'), 1)");
    // As the start of the service does.
    await beginHistoryIfChanged(dataSource);
    await append(3);
    const place = await log.resume({ position: next, history: events[1]!.history });
    expect((await follow(place.position))[0]).toEqual([3]);
    // Another restore before the reader has got an event.
    await moveTable();
    expect((await follow((await log.resume(place)).position))[0]).toEqual([3]);
  });

  it('gets the history of its last event if its place has none', async () => {
    await append(1);
    const { events, next } = await log.read({ limit: 9 });
    const place = { position: next, history: events[0]!.history };
    await append(2);
    expect(await log.resume({ position: next })).toEqual(place);
  });
});

describe('a new history', () => {
  it('begins in a copy of the database on the same server, which keeps the events', async () => {
    await append(1);
    const cursor = await log.latest();
    const [{ uuid }] = await dataSource.query('SELECT uuid FROM histories');
    const name = /test_\w+/.exec(database.url)![0];
    await dataSource.destroy();
    await query(server.url, `CREATE DATABASE ${name}_copy TEMPLATE ${name}`);
    await dataSource.initialize();
    const copied = await connectDatabase(database.url.replace(name, `${name}_copy`), [eventsPersistence]);
    const copy = new TypeOrmEventLog(copied);
    await expect(copy.read({ after: cursor, limit: 1 })).rejects.toThrow(CursorGone);
    await append(2, copied);
    const { events } = await copy.read({ limit: 9 });
    expect(events.map(({ petId, history }) => [petId, history === uuid])).toEqual([
      ['1', true],
      ['2', false],
    ]);
    await copied.destroy();
    await query(server.url, `DROP DATABASE ${name}_copy WITH (FORCE)`);
  });

  it('shows the restored events, whose transaction ids are ahead of those of the server, before the new ones', async () => {
    for (const petId of [1, 2, 3]) await append(petId);
    const rows = await dataSource.query<object[]>('SELECT * FROM events');
    const [history] = await dataSource.query<object[]>('SELECT * FROM histories');
    const other = await PostgresServer.start(processes, settings);
    const restored = await createTestDatabase(other.url);
    const restoredSource = await restored.open([eventsPersistence]);
    await restoredSource.query('TRUNCATE histories, events');
    const copy = (table: string, copied: unknown) =>
      restoredSource.query(
        `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${table}, $1)`,
        [JSON.stringify(copied)],
      );
    await copy('histories', [history]);
    await copy(
      'events',
      rows.map((row) => ({ ...row, transaction: '99999999' })),
    );
    await restoredSource.query(
      "SELECT setval(pg_get_serial_sequence('histories', 'id'), 1), setval(pg_get_serial_sequence('events', 'id'), 3)",
    );
    const opened = await Database.create(
      { kind: 'external', url: restored.url },
      [eventsPersistence],
      commandLineLimits,
      () => undefined,
    );
    await opened.open();
    await append(4, opened.dataSource);
    expect((await follow(undefined, new TypeOrmEventLog(opened.dataSource)))[0]).toEqual([1, 2, 3, 4]);
    await opened.close();
    await restored.drop();
  });

  it('gives up soon if a transaction holds the table, and begins once when it has ended', async () => {
    await append(1);
    const appending = await begin();
    await appending.query(insert, [2]);
    await dataSource.query("UPDATE histories SET identity = 'another server'");
    const readers = Array.from({ length: 2 }, () => log.read({ limit: 9 }));
    const failed = Promise.allSettled(readers);
    await untilBlocked(database.url, 1);
    const other = await connect(database.url);
    // It waits behind the attempt.
    await other.query("SET lock_timeout = '10s'");
    await other.query(insert, [3]);
    await other.end();
    const [first, second] = (await failed) as PromiseRejectedResult[];
    expect(first!.reason).toBeInstanceOf(DatabaseUnavailable);
    // Both have waited for the same attempt.
    expect((second!.reason as Error).cause).toBe((first!.reason as Error).cause);
    await end(appending, 'commit');
    // The next attempt comes after a pause.
    const { events } = await until(() => log.read({ limit: 9 }).catch(() => undefined));
    expect(events.map(({ petId }) => petId)).toEqual(['1', '2', '3']);
    expect(await dataSource.query('SELECT id FROM histories ORDER BY id')).toEqual([{ id: 1 }, { id: 2 }]);
    await beginHistoryIfChanged(dataSource);
    expect(await dataSource.query('SELECT FROM histories')).toHaveLength(2);
  });
});

describe('with a copy of the data files', () => {
  let copiedSource: DataSource | undefined;
  let proxy: Proxy | undefined;

  afterEach(async () => {
    await copiedSource?.destroy();
    proxy?.close();
    copiedSource = proxy = undefined;
  });

  /** @param url URL of the database `petstore` on the server */
  async function logOn(url: string): Promise<TypeOrmEventLog> {
    const copiedUrl = url.replace('/petstore?', `/${/test_\w+/.exec(database.url)![0]}?`);
    copiedSource = await eventually(() => connectDatabase(copiedUrl, [eventsPersistence]));
    return new TypeOrmEventLog(copiedSource);
  }

  it('a cursor is gone if older files were restored and its event is not in them', async () => {
    await append(1);
    const old = await log.latest();
    const copy = await logOn((await server.startCopy(settings)).url);
    expect(await copy.latest()).toBe(old);
    await append(2);
    await expect(copy.read({ after: await log.latest(), limit: 9 })).rejects.toThrow(CursorGone);
  });

  it('a cursor is gone when a standby is promoted; before that, the standby serves no log', async () => {
    await append(1);
    const cursor = await log.latest();
    const standby = await server.startStandby(settings);
    // The pool refuses a standby. A pooler can lead an open connection to one.
    proxy = await Proxy.start(standby.url);
    proxy.replace = claimPrimary;
    const promoted = await logOn(proxy.url);
    await expect(promoted.read({ after: cursor, limit: 9 })).rejects.toThrow(DatabaseUnavailable);
    await expect(promoted.latest()).rejects.toThrow(DatabaseUnavailable);
    await standby.promote();
    await expect(promoted.read({ after: cursor, limit: 9 })).rejects.toThrow(CursorGone);
    const latest = await promoted.latest();
    await append(2, copiedSource);
    expect((await follow(latest, promoted))[0]).toEqual([2]);
    expect((await follow(undefined, promoted))[0]).toEqual([1, 2]);
  });
});

it('works for a role that may only read and append', async () => {
  const role = `service_${/test_\w+/.exec(database.url)![0]}`;
  await dataSource.query(
    `CREATE ROLE ${role} LOGIN; GRANT SELECT, INSERT ON events TO ${role}; GRANT SELECT ON histories TO ${role}`,
  );
  const restricted = await connectDatabase(database.url.replace('//petstore@', `//${role}@`), [eventsPersistence]);
  const restrictedLog = new TypeOrmEventLog(restricted);
  await append(1, restricted);
  expect((await follow(undefined, restrictedLog))[0]).toEqual([1]);
  const writer = await begin();
  await writer.query(insert, [2]);
  // PostgreSQL hides from a role at what time the transaction of another role began.
  expect(await restrictedLog.delay()).toMatchObject({ seconds: null });
  await end(writer, 'commit');
  await restricted.destroy();
  await dataSource.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
});

it.each(['', 'x', '00000000-0000-4000-8000-000000000001/1/1/1', `${'0'.repeat(36)}/1/9999999999999999999/1`])(
  'refuses the position %j',
  async (after) => {
    await expect(log.read({ after, limit: 1 })).rejects.toThrow(CursorGone);
  },
);

describe('a page of a log with many events', () => {
  let many: TestDatabase;
  let runner: QueryRunner;

  /** 40,000 events of 4,000 animals. `pet.deleted` is rare, and animal 7 has 400 events. */
  beforeAll(async () => {
    many = await createTestDatabase(server.url);
    runner = (await many.open([eventsPersistence])).createQueryRunner();
    await runner.query(
      `INSERT INTO events (history, transaction, pet_id, type, actor, data)
       SELECT 1, (n / 10)::text::xid8, CASE WHEN n % 100 = 0 THEN 7 ELSE n % 4000 END,
         CASE WHEN n % 5000 = 0 THEN 'pet.deleted' WHEN n % 3 = 0 THEN 'pet.created' ELSE 'pet.updated' END, 'key_1', '{}'
       FROM generate_series(10, 40009) AS n`,
    );
    // The transactions of the events are ahead of those of the server, so the events must belong to an earlier history.
    await runner.query("INSERT INTO histories (uuid, identity) VALUES (gen_random_uuid(), 'present')");
    await runner.query('VACUUM ANALYZE events');
  });

  afterAll(async () => {
    await runner.release();
    await many.drop();
  });

  async function planOf(statement: string, mode: string, values = ''): Promise<string> {
    await runner.query(`SET plan_cache_mode = ${mode}; PREPARE page AS ${statement}`);
    const lines = await runner.query(`EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) EXECUTE page${values}`);
    await runner.query('DEALLOCATE page');
    return (lines as { 'QUERY PLAN': string }[]).map((line) => line['QUERY PLAN']).join('\n');
  }

  const filters: [name: string, index: string, filter: Omit<EventQuery, 'limit'>][] = [
    ['all events', 'events_pkey', {}],
    ['a rare type', 'events_type_index', { types: ['pet.deleted'] }],
    ['two types', 'events_type_index', { types: ['pet.deleted', 'pet.updated'] }],
    ['an animal', 'events_pet_id_index', { petId: '7' }],
    ['an animal and a type', 'events_pet_id_index', { petId: '7', types: ['pet.updated'] }],
  ];
  const modes = ['force_generic_plan', 'force_custom_plan'];
  const cases = modes.flatMap((mode) => filters.map(([name, ...filter]) => [name, mode, ...filter] as const));

  it.each(cases)(
    'of %s costs the same at the beginning, in the middle and at the end, with %s',
    async (_, mode, index, filter) => {
      const { types, petId } = filter;
      for (const transaction of [1, 2000, 3990]) {
        const [first] = await runner.query(
          'SELECT history, min(id) AS id FROM events WHERE transaction = $1 GROUP BY 1',
          [String(transaction)],
        );
        const values = [first.history, `'${transaction}'`, first.id, 20];
        if (types || petId) values.push(types ? `'{${types.join()}}'` : 'NULL');
        if (petId) values.push(petId);
        const plan = await planOf(pageStatement(filter), mode, `(${values.join()})`);
        expect(plan).toMatch(new RegExp(`Index Scan using ${index}`));
        expect(plan).not.toMatch(/(?:Seq|Bitmap Heap) Scan on events/);
        // Of 40,000 events, and of the 400 of the animal, a page reads those that it returns.
        const [, buffers = 'none'] = /Buffers: shared hit=(\d+)/.exec(plan) ?? [];
        expect(Number(buffers)).toBeLessThan(150);
      }
    },
  );

  it.each(modes)('finds the latest event by the index with %s', async (mode) => {
    expect(await planOf(latestStatement, mode)).toMatch(/Index Only Scan Backward using events_pkey on events/);
  });
});
