import { CursorGone, type DomainEvent, type EventQuery } from '@petstore/kernel';
import { eventLogContract, type EventStore } from '@petstore/kernel/testing';
import type { ClientBase } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import { DatabaseUnavailable, TypeOrmTransactions } from '@petstore/database';
import {
  claimPrimary,
  connect,
  connectDatabase,
  createTestDatabase,
  PostgresServer,
  Processes,
  Proxy,
  type TestDatabase,
  until,
  untilBlocked,
  useTestDatabase,
} from '@petstore/database/testing';
import {
  appendEvent,
  appendEvents,
  eventsPersistence,
  latestStatement,
  moveEvents,
  numberEvents,
  pageStatement,
  TypeOrmEventLog,
} from './typeorm-event-log.ts';

const database = useTestDatabase([eventsPersistence], 'event_outbox', 'events');

let dataSource: DataSource;
let log: TypeOrmEventLog;

beforeAll(() => {
  dataSource = database.source;
  log = new TypeOrmEventLog(dataSource);
});

const eventOf = (petId: string): DomainEvent => ({ type: 'pet.updated', petId, actor: 'key_1', data: {} });
const append = (petId: number, source = dataSource) =>
  new TypeOrmTransactions(source).run((transaction) => appendEvent(eventOf(String(petId)), transaction));

const insert = appendEvents("VALUES ('pet.updated', $1, 'key_1', '{}')");
const insertMany = appendEvents("SELECT 'pet.updated', 1, 'key_1', '{}' FROM generate_series(1, $1)");

const countOf = async (table: string): Promise<number> => {
  const [row] = await dataSource.query<{ count: number }[]>(`SELECT count(*)::int AS count FROM ${table}`);
  return row!.count;
};

/** Reads the log to its end. Returns the ids of the animals, and the last place. */
async function follow(after: string | undefined, from = log, limit = 3): Promise<[petIds: number[], end: string]> {
  const petIds: number[] = [];
  for (let place = after; ;) {
    const { events, next } = await from.read({ after: place, limit });
    petIds.push(...events.map(({ petId }) => Number(petId)));
    if (events.length === 0) return [petIds, next];
    place = next;
  }
}

describe('the contract of EventLog', () => {
  const store: EventStore = {
    append: (event) => new TypeOrmTransactions(dataSource).run((transaction) => appendEvent(event, transaction)),
    async undo(count) {
      await log.latest();
      await dataSource.query('DELETE FROM events WHERE position > (SELECT max(position) FROM events) - $1', [count]);
    },
  };
  it.each(Object.entries(eventLogContract))('%s', (_, verify) => verify(log, store));
});

it('clients that follow concurrent writers get every event once, and those of an animal in their order', async () => {
  await dataSource.query('CREATE TABLE animals AS SELECT n AS id, 0 AS changes FROM generate_series(1, 2) AS n');
  const open = await connect(database.url);
  await open.query(`BEGIN; ${insert.replace('$1', '3')}`);
  let writing = true;
  const reader = async (limit: number): Promise<Map<string, number[]>> => {
    const changes = new Map<string, number[]>();
    let place = await log.latest();
    for (let wasWriting = true; ;) {
      wasWriting = writing;
      const { events, next } = await log.read({ after: place, limit });
      for (const { petId, data } of events) {
        changes.set(petId, [...(changes.get(petId) ?? []), (data as unknown as { change: number }).change]);
      }
      place = next;
      if (!wasWriting && events.length === 0) return changes;
    }
  };
  const readers = [7, 1, 3].map(reader);
  // Two that number at once get an error such as 23505. It rolls one of them back, so that the log shows nothing of it.
  const errors: unknown[] = [];
  const slow = [1, 2].map(async () => {
    const client = await connect(database.url);
    while (writing) {
      const text = `BEGIN; ${numberEvents}; SELECT pg_sleep(random() / 500); COMMIT`;
      await client.query(text).catch((error: unknown) => (errors.push(error), client.query('ROLLBACK')));
    }
    await client.end();
  });
  // Their connections end at any moment: before the lock, while they wait for it, or while they number.
  const ended = (async () => {
    while (writing) {
      const client = await connect(database.url);
      client.query(numberEvents).catch(() => undefined);
      await new Promise(setImmediate);
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    }
  })();
  const writers = Array.from({ length: 6 }, async (_, writer) => {
    const client = await connect(database.url);
    for (let step = 0; step < 20; step++) {
      const id = 1 + ((writer + step) % 2);
      await client.query('BEGIN');
      await client.query('SELECT FROM animals WHERE id = $1 FOR UPDATE', [id]);
      const text = 'UPDATE animals SET changes = changes + 1 WHERE id = $1 RETURNING changes AS change';
      const { rows } = await client.query<{ change: number }>(text, [id]);
      await client.query('SELECT pg_sleep(random() / 500)');
      await client.query(appendEvents("VALUES ('pet.updated', $1, 'key_1', $2)"), [id, JSON.stringify(rows[0])]);
      await client.query(step % 5 === 0 ? 'ROLLBACK' : 'COMMIT');
    }
    await client.end();
  });
  await Promise.all(writers);
  await open.query('COMMIT');
  await open.end();
  writing = false;
  await Promise.all([...slow, ended]);
  expect(errors).toEqual([]);
  const animals = await dataSource.query<{ id: number; changes: number }[]>('SELECT * FROM animals ORDER BY id');
  expect(animals.reduce((sum, animal) => sum + animal.changes, 0)).toBe(6 * 16);
  for (const changes of await Promise.all(readers)) {
    for (const animal of animals) {
      expect(changes.get(String(animal.id))).toEqual(Array.from({ length: animal.changes }, (_, index) => index + 1));
    }
    expect(changes.get('3')).toHaveLength(1);
  }
});

it('a transaction that has not ended delays only its own events, which then come after those that were read', async () => {
  const start = await log.latest();
  const open = await connect(database.url);
  await open.query(`BEGIN; ${insert.replace('$1', '1')}`);
  await append(2);
  const [petIds, end] = await follow(start);
  expect(petIds).toEqual([2]);
  await open.query('COMMIT');
  await open.end();
  expect((await follow(end))[0]).toEqual([1]);
});

it('an event is in the log when its transaction is committed, and never if the transaction is rolled back', async () => {
  const transactions = new TypeOrmTransactions(dataSource);
  const read: number[][] = [];
  const appendAndRead = async (petId: string, error?: Error) =>
    transactions.run(async (transaction) => {
      await appendEvent(eventOf(petId), transaction);
      read.push((await follow(undefined))[0]);
      if (error) throw error;
    });
  await appendAndRead('1');
  await expect(appendAndRead('2', new Error('refused'))).rejects.toThrow('refused');
  expect([...read, (await follow(undefined))[0]]).toEqual([[], [1], [1]]);
});

it.each(['read committed', 'repeatable read', 'serializable'])(
  'a reader that waits for another one numbers what is committed after it, also if sessions begin %s and read only',
  async (isolation) => {
    await append(1);
    const [first, second] = [await connect(database.url), await connect(database.url)];
    await second.query(`SET default_transaction_isolation = '${isolation}'; SET default_transaction_read_only = on`);
    await first.query('BEGIN');
    await first.query(numberEvents.slice(numberEvents.indexOf('SELECT FROM')));
    const waiting = second.query(numberEvents);
    await untilBlocked(database.url);
    await append(2);
    await first.query('COMMIT');
    const results = (await waiting) as unknown as { rowCount: number }[];
    expect(results.at(-1)!.rowCount).toBe(1);
    expect(await dataSource.query('SELECT position::int, pet_id::int AS pet FROM events ORDER BY position')).toEqual([
      { position: 1, pet: 1 },
      { position: 2, pet: 2 },
    ]);
    await Promise.all([first.end(), second.end()]);
  },
);

it('a full page gives no positions, because it can be sent at once', async () => {
  for (const petId of [1, 2]) await append(petId);
  await log.latest();
  await append(3);
  await log.read({ limit: 2 });
  expect(await countOf('event_outbox')).toBe(1);
  await log.read({ limit: 3 });
  expect(await countOf('event_outbox')).toBe(0);
});

describe('a reader whose time limit ends', () => {
  let head: ClientBase & { end(): Promise<void> };

  beforeEach(async () => {
    head = await connect(database.url);
    await head.query('BEGIN; SELECT FROM event_log_head FOR UPDATE');
  });

  afterEach(() => head.end());

  it.each(['read', 'latest'] as const)('while another one numbers gets no incomplete answer to %s', async (method) => {
    await append(1);
    const controller = new AbortController();
    const reading = method === 'read' ? log.read({ limit: 9 }, controller.signal) : log.latest(controller.signal);
    reading.catch(() => undefined);
    await untilBlocked(database.url);
    controller.abort();
    await expect(reading).rejects.toThrow(DatabaseUnavailable);
    await head.query('COMMIT');
    expect((await follow(undefined))[0]).toEqual([1]);
  });

  it('gives no more positions after the batch in progress, and the next reader goes on', async () => {
    await dataSource.query(insertMany, [12_500]);
    const controller = new AbortController();
    const reading = log.latest(controller.signal);
    reading.catch(() => undefined);
    await untilBlocked(database.url);
    controller.abort();
    await head.query('COMMIT');
    await expect(reading).rejects.toThrow(DatabaseUnavailable);
    await until(async () => (await countOf('events')) > 0);
    expect([await countOf('events'), await countOf('event_outbox')]).toEqual([5_000, 7_500]);
    expect(await log.latest()).toMatch(/^12500\//);
  });
});

describe('a hundred concurrent readers', () => {
  const poolSize = 8;
  let source: DataSource;
  let shared: TypeOrmEventLog;

  beforeAll(async () => {
    source = await database.connect({ poolSize });
    shared = new TypeOrmEventLog(source);
  });

  const numbers = Array.from({ length: 100 }, (_, index) => index + 1);

  /** Runs `work` while another session has locked the table, and returns the number of statements that wait for it. */
  async function waitersFor(table: string, work: () => Promise<unknown>): Promise<number> {
    const other = await connect(database.url);
    await other.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    const working = work();
    await untilBlocked(database.url);
    // More statements than connections: after them, each read that gets a connection has sent its statement.
    for (let round = 0; round < 5; round++) {
      await Promise.all(Array.from({ length: poolSize }, () => source.query('SELECT 1')));
    }
    const { rows } = await other.query<{ count: number }>(
      "SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    await other.query('COMMIT');
    await other.end();
    await working;
    return rows[0]!.count;
  }

  it('of one place send one statement', async () => {
    await append(1);
    const after = await log.latest();
    const logQuery = jest.spyOn(source.logger, 'logQuery');
    await Promise.all(numbers.map(() => shared.read({ after, limit: 20 })));
    expect(logQuery).toHaveBeenCalledTimes(1);
    await Promise.all(numbers.map(() => shared.latest()));
    expect(logQuery).toHaveBeenCalledTimes(2);
  });

  it('of a hundred places use a quarter of the pool, so that other statements get a connection', async () => {
    const reading = () => Promise.all(numbers.map((limit) => shared.read({ limit })));
    expect(await waitersFor('events', reading)).toBe(poolSize / 4);
  });

  it('give positions on one connection', async () => {
    await append(1);
    const reading = () => Promise.all(numbers.map((limit) => shared.read({ limit: limit + 1 })));
    expect(await waitersFor('event_log_head', reading)).toBe(1);
    expect((await follow(undefined))[0]).toEqual([1]);
  });

  it('see what they have appended before', async () => {
    const missed: number[] = [];
    const writeAndRead = async (number: number) => {
      for (let index = 0; index < 3; index++) {
        const petId = number * 3 + index;
        await append(petId, source);
        // All readers of a round send the same query.
        const { events } = await shared.read({ limit: 1_001 });
        if (!events.some((event) => event.petId === String(petId))) missed.push(petId);
      }
    };
    await Promise.all(numbers.map(writeAndRead));
    expect(missed).toEqual([]);
  });
});

it('a place stays valid if a failover has lost the numbering, but not the events', async () => {
  for (const petId of [2, 3, 1]) await append(petId);
  await dataSource.query('CREATE TABLE lost AS SELECT * FROM event_outbox');
  const { next } = await log.read({ limit: 2 });
  await dataSource.query('TRUNCATE events; INSERT INTO event_outbox OVERRIDING SYSTEM VALUE SELECT * FROM lost');
  await append(0);
  expect((await follow(next))[0]).toEqual([1, 0]);
});

describe('with a copy of the data', () => {
  const processes = new Processes();
  let server: PostgresServer;
  let copied: DataSource | undefined;
  let proxy: Proxy | undefined;
  let ofServer: TypeOrmEventLog;
  let url: string;
  let source: DataSource;

  beforeAll(async () => {
    server = await PostgresServer.start(processes);
    const created = await createTestDatabase(server.url);
    url = created.url;
    source = await created.open([eventsPersistence]);
    ofServer = new TypeOrmEventLog(source);
  });

  beforeEach(() => source.query('TRUNCATE event_outbox, events'));

  afterEach(async () => {
    await copied?.destroy();
    proxy?.close();
    copied = proxy = undefined;
  });

  afterAll(() => processes.end());

  /** @param other URL of the database `petstore` on the server */
  async function logOn(other: string): Promise<TypeOrmEventLog> {
    const copiedUrl = other.replace('/petstore?', `/${/test_\w+/.exec(url)![0]}?`);
    copied = await until(() => connectDatabase(copiedUrl, [eventsPersistence]).catch(() => undefined));
    return new TypeOrmEventLog(copied);
  }

  it('a place is valid in a copy of the files that has its event, and gone where another event has its position', async () => {
    await append(1, source);
    const old = await ofServer.latest();
    const copy = await logOn((await server.startCopy()).url);
    await append(2, source);
    const later = await ofServer.latest();
    await expect(copy.read({ after: later, limit: 9 })).rejects.toThrow(CursorGone);
    await append(3, copied);
    expect((await follow(old, copy))[0]).toEqual([3]);
    await expect(copy.read({ after: later, limit: 9 })).rejects.toThrow(CursorGone);
  });

  it('a place is valid on a promoted standby; before that, the standby gives no positions', async () => {
    await append(1, source);
    const place = await ofServer.latest();
    const standby = await server.startStandby();
    await append(2, source);
    await standby.until(`SELECT 1 WHERE pg_last_wal_replay_lsn() >= '${await lsnOf(source)}'`);
    // The pool refuses a standby. A pooler can lead an open connection to one.
    proxy = await Proxy.start(standby.url);
    proxy.replace = claimPrimary;
    const promoted = await logOn(proxy.url);
    await expect(promoted.read({ after: place, limit: 9 })).rejects.toThrow(DatabaseUnavailable);
    await expect(promoted.latest()).rejects.toThrow(DatabaseUnavailable);
    await standby.promote();
    expect((await follow(place, promoted))[0]).toEqual([2]);
  });
});

const lsnOf = async (source: DataSource) =>
  (await source.query<{ lsn: string }[]>('SELECT pg_current_wal_lsn() AS lsn'))[0]!.lsn;

it('works for a role that may only read, append and number', async () => {
  const role = `service_${/test_\w+/.exec(database.url)![0]}`;
  await dataSource.query(
    `CREATE ROLE ${role} LOGIN; GRANT SELECT, INSERT, DELETE ON event_outbox TO ${role};
     GRANT SELECT, INSERT ON events TO ${role}; GRANT SELECT, UPDATE ON event_log_head TO ${role}`,
  );
  const restricted = await connectDatabase(database.url.replace('//petstore@', `//${role}@`), [eventsPersistence]);
  await append(1, restricted);
  expect((await follow(undefined, new TypeOrmEventLog(restricted)))[0]).toEqual([1]);
  await restricted.destroy();
  await dataSource.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
});

const uuid = '00000000-0000-4000-8000-000000000001';

it.each(['', 'x', '1', `0/${uuid}`, `1/${uuid}`, `01/${uuid}`, `9223372036854775808/${uuid}`, `1/${'0'.repeat(36)}`])(
  'refuses the place %j',
  async (after) => {
    await append(1);
    await expect(log.read({ after, limit: 1 })).rejects.toThrow(CursorGone);
  },
);

/** Returns the plan of a statement that was prepared. @param mode of `plan_cache_mode` */
async function planOf(runner: QueryRunner, statement: string, mode: string, values = ''): Promise<string> {
  await runner.query(`SET plan_cache_mode = ${mode}; PREPARE planned AS ${statement}`);
  const lines = await runner.query(`EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) EXECUTE planned${values}`);
  await runner.query('DEALLOCATE planned');
  return (lines as { 'QUERY PLAN': string }[]).map((line) => line['QUERY PLAN']).join('\n');
}

const modes = ['force_generic_plan', 'force_custom_plan'];

describe('a page of a log with many events', () => {
  let many: TestDatabase;
  let runner: QueryRunner;

  /** 60,000 events. 20,000 of them are of animal 7, and the others of 4,000 animals. `pet.deleted` is rare. */
  beforeAll(async () => {
    many = await createTestDatabase();
    runner = (await many.open([eventsPersistence])).createQueryRunner();
    await runner.query(
      `INSERT INTO events (position, pet_id, type, actor, data)
       SELECT n, CASE WHEN n % 3 = 0 THEN 7 ELSE n % 4000 END,
         CASE WHEN n % 5000 = 0 THEN 'pet.deleted' WHEN n % 4 = 0 THEN 'pet.created' ELSE 'pet.updated' END, 'key_1', '{}'
       FROM generate_series(1, 60000) AS n`,
    );
    await runner.query('VACUUM ANALYZE events');
  });

  afterAll(async () => {
    await runner.release();
    await many.drop();
  });

  /** Values of each filter of EventQuery. The compiler requires those of a new one. */
  const values: { [Filter in keyof Omit<EventQuery, 'after' | 'limit'>]-?: EventQuery[Filter][] } = {
    types: [undefined, ['pet.deleted'], ['pet.deleted', 'pet.updated'], ['pet.updated', 'x']],
    petId: [undefined, '7'],
  };
  /** Every combination of them, as the API accepts it. */
  const filters = Object.entries(values).reduce<Omit<EventQuery, 'limit'>[]>(
    (all, [name, each]) => all.flatMap((filter) => each.map((value) => ({ ...filter, [name]: value }))),
    [{}],
  );
  const cases = modes.flatMap((mode) => filters.map((filter) => [filter, mode] as const));

  it.each(cases)(
    'with %j costs the same at the beginning, in the middle and at the end, with %s',
    async (filter, mode) => {
      const { types, petId } = filter;
      const index = `events_${petId ? 'pet_id_type_position_index' : types ? 'type_position_index' : 'pkey'}`;
      for (const position of [1, 30_000, 59_900]) {
        const values = [
          position,
          `'${uuid}'`,
          20,
          ...(petId ? [petId] : []),
          ...(types ? [`'{${types.join()}}'`] : []),
        ];
        const plan = await planOf(runner, pageStatement(filter), mode, `(${values.join()})`);
        expect(plan).toMatch(new RegExp(`Index Scan using ${index}`));
        expect(plan).not.toMatch(/(?:Seq|Bitmap Heap) Scan on events/);
        // Of 60,000 events, and of the 20,000 of the animal, a page reads those that it returns.
        const [, buffers = 'none'] = /Buffers: shared hit=(\d+)/.exec(plan) ?? [];
        expect(Number(buffers)).toBeLessThan(100);
      }
    },
  );

  it.each(modes)('finds the latest event by the index with %s', async (mode) => {
    expect(await planOf(runner, latestStatement, mode)).toMatch(/Index Scan Backward using events_pkey on events/);
  });
});

describe('the statement that gives positions', () => {
  it('gives them in the order of the appends, whatever the animals, also if there are several batches', async () => {
    const rows = "SELECT 'pet.updated', n, 'key_1', '{}' FROM generate_series(2500, 1, -1) AS n";
    await dataSource.query(appendEvents(rows));
    await log.latest();
    const [row] = await dataSource.query<[object]>(
      'SELECT array_agg(pet_id::int ORDER BY position) AS pets FROM events',
    );
    expect(row).toEqual({ pets: Array.from({ length: 2_500 }, (_, index) => 2_500 - index) });
  });

  it.each(modes)('reads and deletes only its batch, whatever PostgreSQL knew of the table, with %s', async (mode) => {
    const runner = dataSource.createQueryRunner();
    const costOf = async () => {
      await runner.startTransaction();
      const plan = await planOf(runner, moveEvents, mode);
      await runner.rollbackTransaction();
      return plan;
    };
    await runner.query('VACUUM ANALYZE event_outbox');
    await dataSource.query(insertMany, [25_000]);
    const ofIdle = await costOf();
    await runner.query('ANALYZE event_outbox');
    const ofBusy = await costOf();
    for (const plan of [ofIdle, ofBusy]) {
      expect(plan).toMatch(/Index Scan using event_outbox_pkey on event_outbox .*rows=5000/);
      expect(plan).toMatch(/Tid Scan on event_outbox .*rows=5000/);
      expect(plan).not.toMatch(/Join|Nested Loop|Hash|Seq Scan/);
    }
    await runner.release();
  });
});

it('no session of the service compiles statements, which would take most of the time of a numbering', async () => {
  expect(await dataSource.query('SHOW jit')).toEqual([{ jit: 'off' }]);
});
