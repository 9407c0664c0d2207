import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Persistence } from './data-source.ts';
import { commandLineLimits } from './database-limits.ts';
import { Database } from './database.ts';
import { DatabaseUnavailable, translate } from './database.errors.ts';
import { advisoryLocks } from './advisory-locks.ts';
import { eventsPersistence } from './events/event-log.ts';
import { createTestDatabase, type TestDatabase, untilBlocked } from './testing/index.ts';

class CreateNotes1795132800001 implements MigrationInterface {
  up = (queryRunner: QueryRunner) => queryRunner.query('CREATE TABLE notes (id int PRIMARY KEY)');
  down = (queryRunner: QueryRunner) => queryRunner.query('DROP TABLE notes');
}

class FillNotes1795132800002 implements MigrationInterface {
  up = (queryRunner: QueryRunner) => queryRunner.query('INSERT INTO notes VALUES (1)');
  down = (queryRunner: QueryRunner) => queryRunner.query('DELETE FROM notes');
}

class Fail1795132800003 implements MigrationInterface {
  up = (queryRunner: QueryRunner) => queryRunner.query('SELECT 1 / 0');
  down = async () => undefined;
}

/** Not in the order of the timestamps, because the migrations of several contexts are not in it either. */
const notes: Persistence = { entities: [], migrations: [FillNotes1795132800002, CreateNotes1795132800001] };

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.drop());

/** Opens and closes the database. @returns the migrations that were run */
async function open(contexts: Persistence[], url = database.url): Promise<string[]> {
  const target = await Database.create({ kind: 'external', url }, contexts, commandLineLimits, () => undefined);
  return target.open().finally(() => target.close());
}

it('runs the pending migrations and returns their names', async () => {
  expect(await open([{ ...notes, migrations: [CreateNotes1795132800001] }])).toEqual(['CreateNotes1795132800001']);
  expect(await open([notes])).toEqual(['FillNotes1795132800002']);
  expect(await open([notes])).toEqual([]);
});

it('migrates without the timeouts of the role, also while it waits for another migration', async () => {
  class Slow1795132800001 implements MigrationInterface {
    up = (queryRunner: QueryRunner) => queryRunner.query('SELECT pg_sleep(0.2)');
    down = async () => undefined;
  }
  await withClient(database.url, (client) => client.query('CREATE ROLE hasty LOGIN SUPERUSER'));
  try {
    await withClient(database.url, (client) =>
      client.query(`ALTER ROLE hasty SET statement_timeout = '100ms'; ALTER ROLE hasty SET lock_timeout = '100ms'`),
    );
    const url = database.url.replace('//petstore@', '//hasty@');
    const run = await Promise.all([1, 2, 3].map(() => open([{ entities: [], migrations: [Slow1795132800001] }], url)));
    expect(run.flat()).toEqual(['Slow1795132800001']);
  } finally {
    await withClient(database.url, (client) => client.query('DROP OWNED BY hasty'));
    await withClient(database.url, (client) => client.query('DROP ROLE hasty'));
  }
});

it('does not migrate for a command that must not change the schema', async () => {
  const read = async () => {
    const target = await Database.create(
      { kind: 'external', url: database.url },
      [notes],
      commandLineLimits,
      () => undefined,
    );
    return target.open({ migrate: false }).finally(() => target.close());
  };
  await expect(read()).rejects.toThrow(
    'the schema of the database is not up to date: run "petstore migrate" ' +
      '(pending: CreateNotes1795132800001, FillNotes1795132800002)',
  );
  await withClient(database.url, async (client) => {
    expect((await client.query("SELECT FROM pg_tables WHERE schemaname = 'public'")).rowCount).toBe(0);
  });
  await open([notes]);
  expect(await read()).toEqual([]);
});

it('connects the data source after the migrations; before that, and after `close`, statements fail with DatabaseUnavailable', async () => {
  const settings = { kind: 'external', url: database.url } as const;
  const target = await Database.create(settings, [notes], commandLineLimits, () => undefined);
  const read = () => target.dataSource.query('SELECT id FROM notes').catch(translate('read'));
  await withClient(database.url, async (another) => {
    await another.query('SELECT pg_advisory_lock($1)', [advisoryLocks.migrating]);
    const opening = target.open();
    await untilBlocked(database.url);
    await expect(read()).rejects.toThrow(DatabaseUnavailable);
    await another.query('SELECT pg_advisory_unlock($1)', [advisoryLocks.migrating]);
    await opening;
  });
  expect(await read()).toEqual([{ id: 1 }]);
  await target.close();
  await expect(read()).rejects.toThrow(DatabaseUnavailable);
});

it('begins the history of a restored database before a statement can append to the earlier one', async () => {
  await open([eventsPersistence]);
  const settings = { kind: 'external', url: database.url } as const;
  const target = await Database.create(settings, [eventsPersistence], commandLineLimits, () => undefined);
  const count = () => target.dataSource.query('SELECT count(*)::int AS count FROM histories').catch(translate('read'));
  await withClient(database.url, async (another) => {
    await another.query("UPDATE histories SET identity = 'that of another database'");
    await another.query('BEGIN; LOCK TABLE histories');
    const opening = target.open();
    await untilBlocked(database.url);
    await expect(count()).rejects.toThrow(DatabaseUnavailable);
    await another.query('COMMIT');
    await opening;
  });
  expect(await count()).toEqual([{ count: 2 }]);
  await target.close();
});

it('runs migrations once when many processes start together', async () => {
  const run = await Promise.all(Array.from({ length: 10 }, () => open([notes])));
  expect(run.flat()).toEqual(['CreateNotes1795132800001', 'FillNotes1795132800002']);
});

it('rolls back all migrations when one fails', async () => {
  await expect(open([{ ...notes, migrations: [CreateNotes1795132800001, Fail1795132800003] }])).rejects.toThrow(
    'the schema cannot be brought up to date: division by zero',
  );
  expect(await open([notes])).toEqual(['CreateNotes1795132800001', 'FillNotes1795132800002']);
});

it('names the remedy when the user is not the owner of the database', async () => {
  await withClient(database.url, (client) => client.query('CREATE ROLE guest LOGIN'));
  try {
    await expect(open([notes], database.url.replace('//petstore@', '//guest@'))).rejects.toThrow(
      'permission denied for schema public. Migrations need the owner of the database: run "ALTER DATABASE',
    );
    await withClient(database.url, (client) =>
      client.query(`ALTER DATABASE ${/\/(test_\w+)\?/.exec(database.url)![1]} OWNER TO guest`),
    );
    expect(await open([notes], database.url.replace('//petstore@', '//guest@'))).toHaveLength(2);
  } finally {
    await withClient(database.url, (client) => client.query('REASSIGN OWNED BY guest TO petstore'));
    await withClient(database.url, (client) => client.query('DROP ROLE guest'));
  }
});

it('rejects a database with an encoding other than UTF8', async () => {
  await withClient(database.url, (client) =>
    client.query(`CREATE DATABASE latin1 ENCODING LATIN1 LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0`),
  );
  const url = database.url.replace(/\/test_\w+\?/, '/latin1?');
  try {
    await expect(open([], url)).rejects.toThrow("the database's encoding is LATIN1; UTF8 is needed");
  } finally {
    await withClient(database.url, (client) => client.query('DROP DATABASE latin1 WITH (FORCE)'));
  }
});

it('reports an unreachable database in one line without the password', async () => {
  const opening = open([], 'postgresql://user:hunter2@127.0.0.1:1/db');
  await expect(opening).rejects.toThrow(/^the database cannot be reached: .*ECONNREFUSED.*$/);
  await expect(opening).rejects.not.toThrow(/hunter2/);
});

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
