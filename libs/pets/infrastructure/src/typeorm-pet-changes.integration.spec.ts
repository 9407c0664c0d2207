import { commandLineLimits, Database, DatabaseUnavailable, idempotencyPersistence } from '@petstore/database';
import {
  claimPrimary,
  connectDatabase,
  createTestDatabase,
  PostgresServer,
  Processes,
  Proxy,
  type TestDatabase,
} from '@petstore/database/testing';
import { ChangePosition, CursorGone, Pet } from '@petstore/pets-domain';
import { petChangesContract, type ChangingStore } from '@petstore/pets-domain/testing';
import type { DataSource, QueryRunner } from 'typeorm';
import { petsPersistence, TypeOrmPetChanges, TypeOrmPetRepository } from './index.ts';
import { changesAfter, latestChange } from './typeorm-pet-changes.ts';

// Each transaction of the server delays the feed, so that these tests need a server that nothing else uses.
const settings = { max_prepared_transactions: '2', autovacuum: 'off' };

const processes = new Processes();
let server: PostgresServer;
let database: TestDatabase;
let dataSource: DataSource;
let changes: TypeOrmPetChanges;

beforeAll(async () => {
  server = await PostgresServer.start(processes, settings);
});

beforeEach(async () => {
  database = await createTestDatabase(server.url);
  dataSource = await database.open([idempotencyPersistence, petsPersistence]);
  changes = new TypeOrmPetChanges(dataSource);
});

afterEach(async () => {
  jest.restoreAllMocks();
  await database.drop();
});

afterAll(() => processes.end());

const insert = "INSERT INTO pets (name, category_id, status) VALUES ($1, 1, 'available')";
type Session = { query(sql: string, parameters: unknown[]): Promise<unknown> };
const add = (name: string, session: Session = dataSource) => session.query(insert, [name]);

/** Starts a transaction on a separate connection. */
async function begin(): Promise<QueryRunner> {
  const runner = dataSource.createQueryRunner();
  await runner.startTransaction();
  return runner;
}

async function end(runner: QueryRunner, how: 'commit' | 'rollback'): Promise<void> {
  await (how === 'commit' ? runner.commitTransaction() : runner.rollbackTransaction());
  await runner.release();
}

/** Reads the feed to its end and returns the names and the last position. */
async function follow(
  feed: TypeOrmPetChanges,
  start: ChangePosition,
  limit = 3,
): Promise<[names: string[], end: ChangePosition]> {
  const names: string[] = [];
  for (let position = start; ;) {
    const { pets, next } = await feed.after(position, limit);
    if (pets.length === 0) return [names, position];
    names.push(...pets.map((pet) => pet.snapshot().name));
    position = next;
  }
}

describe('the contract of PetChanges', () => {
  const store: ChangingStore = {
    async add(...newPets) {
      const added: Pet[] = [];
      await dataSource.transaction(async (manager) => {
        for (const { name } of newPets) {
          const rows = await manager.query<{ id: string }[]>(`${insert} RETURNING id`, [name.text]);
          added.push(Pet.restore({ id: rows[0]!.id, name: name.text, categoryId: '1', status: 'available' }));
        }
      });
      return added;
    },
    async setStatus(pet, status) {
      await dataSource.query('UPDATE pets SET status = $2 WHERE id = $1', [pet.snapshot().id, status]);
      return Pet.restore({ ...pet.snapshot(), status });
    },
    async startNewHistory() {
      await dataSource.query('DROP TABLE pets; DROP FUNCTION pets_set_changed_in; DELETE FROM migrations');
      await database.open([petsPersistence]);
    },
  };

  for (const [rule, verify] of Object.entries(petChangesContract)) {
    it(rule, () => verify(new TypeOrmPetChanges(dataSource), store));
  }
});

/**
 * Two transactions commit in another order than they began. Returns the names that a client gets which follows the feed before
 * and after the second commit.
 */
async function followCommitsInOtherOrder(feed: TypeOrmPetChanges): Promise<string[]> {
  const start = await feed.latestPosition();
  const first = await begin();
  await add('began first', first);
  await add('began second');
  const [before, position] = await follow(feed, start);
  await end(first, 'commit');
  const [after] = await follow(feed, position);
  return [...before, ...after].sort();
}

it('contains both changes if transactions commit in another order than they began', async () => {
  expect(await followCommitsInOtherOrder(changes)).toEqual(['began first', 'began second']);
});

it('a mirror that follows many concurrent writers has exactly the rows of the table', async () => {
  const mirror = new Map<string, unknown>();
  let position = await changes.latestPosition();
  const readOnce = async (): Promise<number> => {
    const { pets, next } = await changes.after(position, 7);
    for (const pet of pets) mirror.set(pet.snapshot().id, pet.snapshot());
    position = next;
    return pets.length;
  };
  let writing = true;
  const reading = (async () => {
    while (writing) await readOnce();
  })();
  const writers = Array.from({ length: 6 }, async (_, writer) => {
    for (let step = 0; step < 30; step++) {
      const runner = await begin();
      try {
        await add(`${writer}-${step}`, runner);
        await runner.query('SELECT pg_sleep(random() / 100)');
        await runner.query(
          'UPDATE pets SET category_id = category_id + 1 WHERE id = (SELECT id FROM pets ORDER BY random() LIMIT 1)',
        );
      } finally {
        await end(runner, Math.random() < 0.2 ? 'rollback' : 'commit');
      }
    }
  });
  await Promise.all(writers).finally(() => (writing = false));
  await reading;
  while ((await readOnce()) > 0);
  const stored = await new TypeOrmPetRepository(dataSource).list({ limit: 10_000 });
  expect(stored.length).toBeGreaterThan(50);
  expect([...mirror.values()].sort(byId)).toEqual(stored.map((pet) => pet.snapshot()).sort(byId));
});

const byId = (a: unknown, b: unknown) => Number((a as { id: string }).id) - Number((b as { id: string }).id);

it('contains changes of other programs, and nothing of a transaction that is rolled back', async () => {
  await add('Rex');
  const start = await changes.latestPosition();
  const failed = await begin();
  await add('rolled back', failed);
  await failed.query("UPDATE pets SET name = 'never' WHERE name = 'Rex'");
  await end(failed, 'rollback');
  expect(await follow(changes, start)).toEqual([[], start]);
  await dataSource.query("UPDATE pets SET changed_in = '1', category_id = 2 WHERE name = 'Rex'");
  expect((await follow(changes, start))[0]).toEqual(['Rex']);
});

describe('a transaction that has not ended', () => {
  it('delays the changes of later transactions if it has written, in any database', async () => {
    const other = await createTestDatabase(server.url);
    const writer = (await other.open([])).createQueryRunner();
    await writer.query('BEGIN; CREATE TABLE numbers (n int)');
    const start = await changes.latestPosition();
    await add('Rex');
    await add('Tom');
    expect(await follow(changes, start)).toEqual([[], start]);
    expect(await changes.delay()).toBeGreaterThan(0);
    await writer.query('COMMIT');
    await writer.release();
    expect((await follow(changes, start))[0]).toEqual(['Rex', 'Tom']);
    expect(await changes.delay()).toBe(0);
    await other.drop();
  });

  it('delays nothing if it only reads', async () => {
    const start = await changes.latestPosition();
    const reader = dataSource.createQueryRunner();
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT * FROM pets');
    await add('Rex');
    expect((await follow(changes, start))[0]).toEqual(['Rex']);
    await reader.query('COMMIT');
    await reader.release();
  });

  it('delays changes if it is prepared, and its own changes appear after COMMIT PREPARED', async () => {
    const start = await changes.latestPosition();
    const runner = dataSource.createQueryRunner();
    await runner.query('BEGIN');
    await add('prepared', runner);
    await runner.query("PREPARE TRANSACTION 'two phases'");
    await add('Rex');
    expect(await follow(changes, start)).toEqual([[], start]);
    expect(await changes.delay()).toBeGreaterThan(0);
    await runner.query("COMMIT PREPARED 'two phases'");
    await runner.release();
    expect((await follow(changes, start))[0]).toEqual(['prepared', 'Rex']);
  });
});

it('loses no change after a crash in which PostgreSQL assigns transaction ids again', async () => {
  await add('Rex');
  const lost = await Promise.all(Array.from({ length: 3 }, begin));
  const ids: bigint[] = [];
  for (const runner of lost) {
    const [{ id }] = await runner.query('SELECT pg_current_xact_id() AS id');
    ids.push(BigInt(id));
  }
  const present = await changes.latestPosition();
  await server.end('SIGKILL');
  await server.start();
  for (const runner of lost) await runner.release().catch(() => undefined);
  await eventually(() => add('Tom'));
  const [{ id: reused }] = await dataSource.query("SELECT changed_in AS id FROM pets WHERE name = 'Tom'");
  expect(ids).toContain(BigInt(reused));
  expect((await follow(changes, present))[0]).toEqual(['Tom']);
  // A position with the id of a lost transaction would have missed the change.
  const lostPosition = new ChangePosition(present.history, String(ids.at(-1)), '0');
  await expect(changes.after(lostPosition, 10)).rejects.toThrow(CursorGone);
});

/** Repeats the work until it succeeds. */
async function eventually<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!/ECONN|ENOENT|terminat|closed|accepting connections/.test(String(error))) throw error;
    }
  }
}

describe('a cursor is gone', () => {
  it('after the table was restored into another database of the server', async () => {
    await add('Rex');
    const cursor = await changes.latestPosition();
    const restored = await createTestDatabase(server.url);
    const feed = new TypeOrmPetChanges(await restored.open([petsPersistence]));
    await expect(feed.after(cursor, 10)).rejects.toThrow(CursorGone);
    await expect(feed.after(await feed.latestPosition(), 10)).resolves.toMatchObject({ pets: [] });
    await restored.drop();
  });

  it('on another server', async () => {
    const cursor = await changes.latestPosition();
    const other = await PostgresServer.start(processes, settings);
    const restored = await createTestDatabase(other.url);
    const feed = new TypeOrmPetChanges(await restored.open([petsPersistence]));
    await expect(feed.after(cursor, 10)).rejects.toThrow(CursorGone);
    await restored.drop();
  });
});

describe('with a copy of the data', () => {
  let copiedSource: DataSource | undefined;
  let proxy: Proxy | undefined;

  afterEach(async () => {
    await copiedSource?.destroy();
    proxy?.close();
    copiedSource = proxy = undefined;
  });

  /** @param url URL of the database `petstore` on the server */
  async function feedOn(url: string): Promise<TypeOrmPetChanges> {
    const copiedUrl = url.replace('/petstore?', `/${/test_\w+/.exec(database.url)![0]}?`);
    copiedSource = await eventually(() => connectDatabase(copiedUrl, [petsPersistence]));
    return new TypeOrmPetChanges(copiedSource);
  }

  it('a cursor is gone if older data files were restored and the transaction of the cursor is not assigned yet', async () => {
    await add('Rex');
    const old = await changes.latestPosition();
    const feed = await feedOn((await server.startCopy(settings)).url);
    expect((await feed.latestPosition()).text).toBe(old.text);
    await add('Tom');
    await expect(feed.after(await changes.latestPosition(), 10)).rejects.toThrow(CursorGone);
  });

  it('a cursor is gone when a standby is promoted; before that, the standby serves no feed', async () => {
    await add('Rex');
    const cursor = await changes.latestPosition();
    const standby = await server.startStandby(settings);
    // The pool refuses a standby. A pooler can lead an open connection to one.
    proxy = await Proxy.start(standby.url);
    proxy.replace = claimPrimary;
    const feed = await feedOn(proxy.url);
    await expect(feed.after(cursor, 10)).rejects.toThrow(DatabaseUnavailable);
    await expect(feed.latestPosition()).rejects.toThrow(DatabaseUnavailable);
    await standby.promote();
    await expect(feed.after(cursor, 10)).rejects.toThrow(CursorGone);
    const present = await feed.latestPosition();
    await add('Tom', copiedSource);
    expect((await follow(feed, present))[0]).toEqual(['Tom']);
  });
});

it('works for a role that may only read and write the table', async () => {
  const role = `service_${/test_\w+/.exec(database.url)![0]}`;
  await dataSource.query(`CREATE ROLE ${role} LOGIN; GRANT SELECT, INSERT, UPDATE ON pets TO ${role}`);
  const restricted = await connectDatabase(database.url.replace('//petstore@', `//${role}@`), [petsPersistence]);
  const feed = new TypeOrmPetChanges(restricted);
  const start = await feed.latestPosition();
  await add('Rex', restricted);
  expect((await follow(feed, start))[0]).toEqual(['Rex']);
  const writer = await begin();
  await add('Tom', writer);
  // PostgreSQL does not show the role when the transaction of another role began.
  expect(await feed.delay()).toBeUndefined();
  await end(writer, 'commit');
  await restricted.destroy();
  await dataSource.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
});

it('reads one page for many clients that wait at one position, in one statement', async () => {
  const start = await changes.latestPosition();
  await add('Rex');
  const query = jest.spyOn(dataSource, 'query');
  const pages = await Promise.all(Array.from({ length: 200 }, () => changes.after(start, 20)));
  expect(pages.map(({ pets }) => pets.length)).toEqual(Array(200).fill(1));
  expect(query).toHaveBeenCalledTimes(1);
});

it('many positions of one client do not fail the page of another client', async () => {
  await dataSource.query(
    "INSERT INTO pets (name, category_id, status) SELECT 'Pet ' || n, n, 'sold' FROM generate_series(1, 200) AS n",
  );
  const [{ changedIn }] = await dataSource.query('SELECT changed_in::text AS "changedIn" FROM pets LIMIT 1');
  // Reading a name takes 1 ms, whatever else the machine does. 40 pages take more than twice as long as a statement may take.
  await dataSource.query(
    `CREATE FUNCTION read_name(name text) RETURNS text STABLE LANGUAGE plpgsql
       AS 'BEGIN PERFORM pg_sleep(0.001); RETURN name; END';
     ALTER TABLE pets RENAME TO stored_pets;
     ALTER TABLE stored_pets RENAME name TO stored_name;
     CREATE VIEW pets AS SELECT *, read_name(stored_name) AS name FROM stored_pets`,
  );
  const limited = await Database.create(
    { kind: 'external', url: database.url },
    [petsPersistence],
    { ...commandLineLimits, statementTimeout: 1_500 },
    () => undefined,
  );
  await limited.open();
  const feed = new TypeOrmPetChanges(limited.dataSource);
  const { history } = await feed.latestPosition();
  const forged = Array.from({ length: 40 }, (_, id) =>
    feed.after(new ChangePosition(history, changedIn, String(id + 1)), 100),
  );
  const [own] = await Promise.allSettled([feed.after(new ChangePosition(history, '0', '0'), 10), ...forged]);
  await limited.close();
  if (own.status === 'rejected') throw own.reason;
  expect(own).toMatchObject({ status: 'fulfilled', value: { pets: { length: 10 } } });
});

it.each(['force_generic_plan', 'force_custom_plan'])(
  'uses the index for a page and for the present with %s',
  async (mode) => {
    await dataSource.query(
      "INSERT INTO pets (name, category_id, status) SELECT 'Pet', n, 'sold' FROM generate_series(1, 20000) AS n; ANALYZE pets",
    );
    const runner = dataSource.createQueryRunner();
    await runner.query(
      `SET plan_cache_mode = ${mode}; PREPARE page AS ${changesAfter}; PREPARE present AS ${latestChange}`,
    );
    for (const execute of ["page('5', 7, 20)", 'present']) {
      const plan = (await runner.query(`EXPLAIN EXECUTE ${execute}`)) as { 'QUERY PLAN': string }[];
      const text = plan.map((row) => row['QUERY PLAN']).join('\n');
      expect(text).toMatch(/Index (?:Only )?Scan.* using pets_changed_in_id_index/);
      expect(text).not.toContain('Seq Scan on pets');
    }
    await runner.release();
  },
);
