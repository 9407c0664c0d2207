import pg from 'pg';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { advisoryLocks } from './advisory-locks.ts';
import { createDataSource, type Persistence } from './data-source.ts';
import { commandLineLimits } from './database-limits.ts';
import { Database } from './database.ts';
import { migrateOutsideTransaction } from './migrate-outside-transaction.ts';
import { takeConnection } from './pool-connection.ts';
import { executeSupervised } from './supervised-statement.ts';
import { createTestDatabase, WireProxy, type TestDatabase } from './testing/index.ts';

class CreateNotes1795132800001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE notes (id int, text text)');
    await runner.query("INSERT INTO notes SELECT n, 'text' FROM generate_series(1, 1000) AS n");
  }
  down = (runner: QueryRunner) => runner.query('DROP TABLE notes');
}

class IndexNotes1795132800002 implements MigrationInterface {
  readonly transaction = false;
  up = (runner: QueryRunner) => runner.query('CREATE INDEX CONCURRENTLY IF NOT EXISTS notes_index ON notes (id)');
  down = (runner: QueryRunner) => runner.query('DROP INDEX CONCURRENTLY notes_index');
}

class AlterNotes1795132800003 implements MigrationInterface {
  up = (runner: QueryRunner) => runner.query('ALTER TABLE notes ADD COLUMN more text');
  down = (runner: QueryRunner) => runner.query('ALTER TABLE notes DROP COLUMN more');
}

const [create, index, alter] = ['CreateNotes1795132800001', 'IndexNotes1795132800002', 'AlterNotes1795132800003'];
/** Not in the order of their timestamps. */
const notes: Persistence = {
  tables: [],
  migrations: [AlterNotes1795132800003, IndexNotes1795132800002, CreateNotes1795132800001],
};
const before: Persistence = { tables: [], migrations: [CreateNotes1795132800001] };

let database: TestDatabase;
let observer: pg.Client;

beforeEach(async () => {
  database = await createTestDatabase();
  observer = await connect();
});

afterEach(async () => {
  await observer.end();
  await database.drop();
});

async function connect(url = database.url): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Opens and closes the database. @returns the migrations that were run */
async function open(contexts: Persistence[], onActivity?: (activity: string) => void): Promise<string[]> {
  const settings = { kind: 'external', url: database.url } as const;
  const opened = await Database.create(settings, contexts, commandLineLimits, () => undefined);
  return opened.open(onActivity).finally(() => opened.close());
}

const rowsOf = async (sql: string) => (await observer.query<Record<string, unknown>>(sql)).rows;
const recorded = async () => (await rowsOf('SELECT name FROM migrations ORDER BY id')).map(({ name }) => name);
const isValid = async () =>
  (await rowsOf("SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('notes_index')"))[0]?.['indisvalid'];

/** Repeats the query until it returns a row. */
async function waitForRow(sql: string): Promise<Record<string, unknown>> {
  for (;;) {
    const [row] = await rowsOf(sql);
    if (row) return row;
  }
}

const building =
  "SELECT pid FROM pg_stat_activity WHERE query LIKE 'CREATE INDEX CONCURRENTLY%' AND wait_event_type = 'Lock'";

/** Holds a snapshot, for which CREATE INDEX CONCURRENTLY waits before it ends. */
async function holdSnapshot(): Promise<pg.Client> {
  const client = await connect();
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1');
  return client;
}

it('runs the steps in the order of their timestamps, and each committed step is visible to the next', async () => {
  expect(await open([notes])).toEqual([create, index, alter]);
  expect(await recorded()).toEqual([create, index, alter]);
  expect(await isValid()).toBe(true);
  expect(await open([notes])).toEqual([]);
});

it('runs them once when many processes start together, and none of them holds a snapshot while it waits', async () => {
  await open([before]);
  const backup = await holdSnapshot();
  const starts = Array.from({ length: 5 }, () => open([notes]));
  await waitForRow(building);
  const waiting = `SELECT FROM pg_stat_activity WHERE query LIKE 'SELECT pg_try_advisory_lock%' AND datname = current_database()
    GROUP BY datname HAVING count(*) = 4 AND bool_and(state = 'idle')`;
  await waitForRow(waiting);
  await backup.end();
  expect((await Promise.all(starts)).flat()).toEqual([index, alter]);
  expect(await recorded()).toEqual([create, index, alter]);
});

it('neither waits for an instance of the release before that migrates, nor makes it wait', async () => {
  await open([before]);
  const lockOfOldRelease = `SELECT pg_advisory_xact_lock(${advisoryLocks.migrating})`;
  const old = await connect();
  await old.query(`BEGIN; ${lockOfOldRelease}`);
  const backup = await holdSnapshot();
  const opening = open([{ ...notes, migrations: [CreateNotes1795132800001, IndexNotes1795132800002] }]);
  await waitForRow(building);
  await old.query('COMMIT');
  await old.query(`BEGIN; SET LOCAL lock_timeout = '10s'; ${lockOfOldRelease}; COMMIT`);
  await backup.end();
  expect(await opening).toEqual([index]);
  await old.end();
});

it('drops the invalid index of a killed build, builds it again and runs the next steps', async () => {
  await open([before]);
  const backup = await holdSnapshot();
  const killed = open([notes]).catch((error: unknown) => String(error));
  const { pid } = await waitForRow(building);
  expect(await isValid()).toBe(false);
  await observer.query('SELECT pg_terminate_backend($1)', [pid]);
  expect(await killed).toContain('the schema cannot be brought up to date');
  expect(await isValid()).toBe(false);
  expect(await recorded()).toEqual([create]);
  await backup.end();
  expect(await open([notes])).toEqual([index, alter]);
  expect(await isValid()).toBe(true);
});

it('keeps a valid index that a crash left before it was recorded', async () => {
  await open([before]);
  await observer.query('CREATE INDEX notes_index ON notes (id)');
  const oid = "SELECT 'notes_index'::regclass::oid AS oid";
  const [built] = await rowsOf(oid);
  expect(await open([notes])).toEqual([index, alter]);
  expect(await rowsOf(oid)).toEqual([built]);
});

it('says what it waits for while an index is built, in the activity and in the reasons of openWithRetry', async () => {
  await open([before]);
  const backup = await holdSnapshot();
  await backup.query("SET application_name = 'backup'");
  const settings = { kind: 'external', url: database.url } as const;
  const opened = await Database.create(settings, [notes], commandLineLimits, () => undefined);
  const reasons: string[] = [];
  const opening = opened.openWithRetry((reason) => reasons.push(reason));
  const activity = `${index} executes CREATE INDEX CONCURRENTLY IF NOT EXISTS notes_index`;
  while (!opened.currentActivity?.includes('(backup)')) await rowsOf('SELECT pg_sleep(0.01)');
  expect(opened.currentActivity).toMatch(
    new RegExp(`^${activity} \\(waiting for old snapshots.*, for the process \\d+ \\(backup\\)\\)$`),
  );
  await backup.end();
  expect(await opening).toBe(true);
  expect(opened.currentActivity).toBeUndefined();
  expect(reasons).toEqual([activity]);
  await opened.close();
});

it('stops waiting for another instance when the database is closed', async () => {
  await open([before]);
  await observer.query('SELECT pg_advisory_lock($1)', [advisoryLocks.migratingOutsideTransaction]);
  const settings = { kind: 'external', url: database.url } as const;
  const opened = await Database.create(settings, [notes], commandLineLimits, () => undefined);
  const waits = new Promise<string>((resolve) => {
    void opened.openWithRetry(resolve).then((isOpen) => expect(isOpen).toBe(false));
  });
  expect(await waits).toBe(`${index} waits for another session that migrates`);
  await opened.close();
  await observer.query('SELECT pg_advisory_unlock_all()');
});

it('ignores the timeouts of the role and of the connection while an index is built', async () => {
  await open([before]);
  const backup = await holdSnapshot();
  const limits = { ...commandLineLimits, statementTimeout: 200 };
  const dataSource = await (await createDataSource(database.url, [notes], limits)).initialize();
  const running = migrateOutsideTransaction(dataSource, dataSource.migrations[1]!, {});
  await waitForRow(building);
  // Longer than the timeouts of the driver and of the connection.
  await rowsOf('SELECT pg_sleep(0.5)');
  await backup.end();
  expect(await running).toBe(true);
  const [{ statement_timeout: timeout }] = await dataSource.query('SHOW statement_timeout');
  expect(timeout).toBe('200ms');
  await dataSource.destroy();
});

describe('a supervised statement', () => {
  const times = { interval: 20, answer: 500, deadAfter: 200 };
  let proxy: WireProxy;
  let dataSource: DataSource;

  beforeEach(async () => {
    proxy = await WireProxy.startFor(database.url);
    dataSource = await (await createDataSource(proxy.urlOf(database.url), [], commandLineLimits)).initialize();
  });

  afterEach(async () => {
    await dataSource.destroy();
    proxy.close();
  });

  const execute = async () => {
    const [session, release] = await takeConnection(dataSource);
    const statement = 'SELECT pg_sleep(60) -- supervised';
    return executeSupervised(dataSource, session, statement, () => undefined, times).finally(release);
  };
  const executing =
    "SELECT pid FROM pg_stat_activity WHERE query LIKE '%-- supervised' AND state = 'active' AND pid <> pg_backend_pid()";

  it('fails when the server process has ended and the connection does not report it', async () => {
    const failed = execute().catch(String);
    const { pid } = await waitForRow(executing);
    proxy.silence();
    await observer.query('SELECT pg_terminate_backend($1)', [pid]);
    expect(await failed).toBe('Error: the server process of the statement has ended');
  });

  it('fails when the server does not answer', async () => {
    const failed = execute().catch(String);
    const { pid } = await waitForRow(executing);
    proxy.replace = () => ({ bytes: Buffer.alloc(0), then: 'silent' });
    expect(await failed).toBe('Error: the server does not answer');
    await observer.query('SELECT pg_terminate_backend($1)', [pid]);
  });
});
