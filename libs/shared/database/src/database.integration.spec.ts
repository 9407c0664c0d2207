import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Persistence } from './connection/data-source.ts';
import { commandLineLimits } from './connection/database-limits.ts';
import { Database } from './database.ts';
import { DatabaseUnavailable, translate } from './errors/database.errors.ts';
import { advisoryLocks } from './migrations/advisory-locks.ts';
import { connect, createTestDatabase, query, type TestDatabase, untilBlocked } from './testing/index.ts';

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

const databaseAt = (url: string, contexts: readonly Persistence[]) =>
  Database.create({ kind: 'external', url }, contexts, commandLineLimits, () => undefined);

/** Opens and closes the database. @returns the migrations that were run */
async function open(contexts: Persistence[], url = database.url, options?: { migrate: boolean }): Promise<string[]> {
  const target = await databaseAt(url, contexts);
  return target.open(options).finally(() => target.close());
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
  await query(database.url, 'CREATE ROLE hasty LOGIN SUPERUSER');
  try {
    await query(database.url, "ALTER ROLE hasty SET statement_timeout = '100ms'");
    await query(database.url, "ALTER ROLE hasty SET lock_timeout = '100ms'");
    const url = database.url.replace('//petstore@', '//hasty@');
    const run = await Promise.all([1, 2, 3].map(() => open([{ entities: [], migrations: [Slow1795132800001] }], url)));
    expect(run.flat()).toEqual(['Slow1795132800001']);
  } finally {
    await query(database.url, 'DROP OWNED BY hasty');
    await query(database.url, 'DROP ROLE hasty');
  }
});

it('opens a database whose name has the characters that a URL encodes', async () => {
  const name = `a/b?#&@:+=,;$% é ${database.url.slice(-8)}`;
  await query(database.url, `CREATE DATABASE "${name}"`);
  const url = database.url.replace(/\/[^/?]*\?/, `/${encodeURIComponent(name)}?`);
  expect(await open([notes], url)).toHaveLength(2);
  expect(await query(database.url, 'SELECT FROM pg_database WHERE datname = $1', [name])).toHaveLength(1);
  await query(database.url, `DROP DATABASE "${name}" WITH (FORCE)`);
});

it('does not migrate for a command that must not change the schema', async () => {
  const read = () => open([notes], database.url, { migrate: false });
  await expect(read()).rejects.toThrow(
    'the schema of the database is not up to date: run "petstore migrate" ' +
      '(pending: CreateNotes1795132800001, FillNotes1795132800002)',
  );
  expect(await query(database.url, "SELECT FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  await open([notes]);
  expect(await read()).toEqual([]);
});

it('connects the data source after the migrations; before that, and after `close`, statements fail with DatabaseUnavailable', async () => {
  const target = await databaseAt(database.url, [notes]);
  const read = () => target.dataSource.query('SELECT id FROM notes').catch(translate('read'));
  const another = await connect(database.url);
  await another.query('SELECT pg_advisory_lock($1)', [advisoryLocks.migrating]);
  const opening = target.open();
  await untilBlocked(database.url);
  await expect(read()).rejects.toThrow(DatabaseUnavailable);
  await another.end();
  await opening;
  expect(await read()).toEqual([{ id: 1 }]);
  await target.close();
  await expect(read()).rejects.toThrow(DatabaseUnavailable);
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
  await query(database.url, 'CREATE ROLE guest LOGIN');
  try {
    await expect(open([notes], database.url.replace('//petstore@', '//guest@'))).rejects.toThrow(
      'permission denied for schema public. Migrations need the owner of the database: run "ALTER DATABASE',
    );
    await query(database.url, `ALTER DATABASE ${/\/(test_\w+)\?/.exec(database.url)![1]} OWNER TO guest`);
    expect(await open([notes], database.url.replace('//petstore@', '//guest@'))).toHaveLength(2);
  } finally {
    await query(database.url, 'REASSIGN OWNED BY guest TO petstore');
    await query(database.url, 'DROP ROLE guest');
  }
});

it('rejects a database with an encoding other than UTF8', async () => {
  const options = "ENCODING LATIN1 LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0";
  await query(database.url, `CREATE DATABASE latin1 ${options}`);
  const url = database.url.replace(/\/test_\w+\?/, '/latin1?');
  try {
    await expect(open([], url)).rejects.toThrow("the database's encoding is LATIN1; UTF8 is needed");
  } finally {
    await query(database.url, 'DROP DATABASE latin1 WITH (FORCE)');
  }
});
