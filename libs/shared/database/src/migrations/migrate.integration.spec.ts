import pg from 'pg';
import { Entity, Index, PrimaryColumn, type MigrationInterface, type QueryRunner } from 'typeorm';
import { advisoryLocks } from './advisory-locks.ts';
import { createDataSource } from '../connection/data-source.ts';
import { migrationLimits, migrationLockTimes } from '../connection/database-limits.ts';
import { migrate } from './migrate.ts';
import {
  createTestDatabase,
  PostgresServer,
  Processes,
  Proxy,
  query,
  type TestDatabase,
  until,
} from '../testing/index.ts';

class AddText1795132800001 implements MigrationInterface {
  up = (queryRunner: QueryRunner) => queryRunner.query('ALTER TABLE notes ADD COLUMN text text');
  down = (queryRunner: QueryRunner) => queryRunner.query('ALTER TABLE notes DROP COLUMN text');
}

class Sleep1795132800002 implements MigrationInterface {
  up = (queryRunner: QueryRunner) => queryRunner.query('SELECT pg_sleep(3600)');
  down = async () => undefined;
}

class AddIndex1795132800003 implements MigrationInterface {
  up = (queryRunner: QueryRunner) => queryRunner.query('CREATE INDEX IF NOT EXISTS notes_id_index ON notes (id)');
  down = (queryRunner: QueryRunner) => queryRunner.query('DROP INDEX notes_id_index');
}

@Entity('notes')
@Index('notes_id_index', ['id'])
class NoteEntity {
  @PrimaryColumn({ type: 'int' })
  id!: number;
}

/** A migration that tries its locks often, and never gives up during a test. */
const times = { ...migrationLockTimes, lockTimeout: 500, pause: 10, limit: 300_000, watchInterval: 10 };

let database: TestDatabase;
let other: pg.Client;

beforeEach(async () => {
  database = await createTestDatabase();
  await query(database.url, 'CREATE TABLE notes (id int)');
  other = await connect('other');
});

afterEach(async () => {
  await other.end();
  await database.drop();
});

async function connect(application_name: string, url = database.url): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name });
  await client.connect();
  return client;
}

/** Starts a migration. `warned` is fulfilled with its first line. */
async function start(
  migration: new () => object,
  url = database.url,
  chosen = times,
  entities: readonly (new () => object)[] = [],
) {
  const source = await (
    await createDataSource(url, [{ entities, migrations: [migration] }], migrationLimits)
  ).initialize();
  const lines: string[] = [];
  let warn: (line: string) => void;
  const warned = new Promise<string>((resolve) => (warn = resolve));
  const report = (line: string) => {
    lines.push(line);
    warn(line);
  };
  const migrating = migrate(source, report, undefined, chosen);
  const result = migrating.finally(() => source.destroy());
  // A test expects the failure later.
  result.catch(() => undefined);
  return { result, warned, lines };
}

const pidOf = async (client: pg.Client) =>
  (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid;

describe('beside a long read', () => {
  beforeEach(async () => {
    await other.query('BEGIN');
    await other.query('SELECT FROM notes');
  });

  it('names once the session for which it waits, and continues when that session ends its transaction', async () => {
    const { result, warned, lines } = await start(AddText1795132800001);
    expect(await warned).toMatch(
      new RegExp(
        `waits for locks that other sessions hold: pid ${await pidOf(other)} \\(application "other", user petstore\\) for \\d+ s$`,
      ),
    );
    await other.query('ROLLBACK');
    expect(await result).toEqual(['AddText1795132800001']);
    expect(lines).toHaveLength(1);
  });

  it('does not let other reads wait until the long one ends', async () => {
    const { result, warned } = await start(AddText1795132800001);
    await warned;
    const read = "SET statement_timeout = '20s'; SELECT FROM notes";
    for (let number = 0; number < 5; number++) await query(database.url, read);
    await other.query('ROLLBACK');
    await result;
  });

  it('fails at its time limit with the session that it waited for', async () => {
    const { result } = await start(AddText1795132800001, database.url, { ...times, limit: 3_000 });
    const failed: unknown = await result.catch((error: unknown) => error);
    expect((failed as Error).message).toContain(
      `other sessions held its locks for 3 s: pid ${await pidOf(other)} (application "other"`,
    );
  });
});

it('names the session of a role without rights that holds the advisory lock, and fails at its time limit', async () => {
  await query(database.url, 'CREATE ROLE nobody_special LOGIN');
  try {
    const stranger = await connect('stranger', database.url.replace('//petstore@', '//nobody_special@'));
    await stranger.query('SELECT pg_advisory_lock($1)', [advisoryLocks.migrating]);
    const { result, warned } = await start(AddText1795132800001, database.url, { ...times, limit: 3_000 });
    const session = `pid ${await pidOf(stranger)} (application "stranger", user nobody_special)`;
    expect(await warned).toContain(session);
    await expect(result).rejects.toThrow(`held its locks for 3 s: ${session}`);
    await stranger.end();
  } finally {
    await query(database.url, 'DROP ROLE nobody_special');
  }
});

it('fails while the index that an operator has created in advance is not valid', async () => {
  const create = 'CREATE UNIQUE INDEX CONCURRENTLY notes_id_index ON notes (id)';
  await query(database.url, 'INSERT INTO notes VALUES (1), (1)');
  await expect(query(database.url, create)).rejects.toThrow('could not create unique index');
  const migrateWithIndex = async () => (await start(AddIndex1795132800003, database.url, times, [NoteEntity])).result;
  await expect(migrateWithIndex()).rejects.toThrow(
    'the index notes_id_index is not valid: wait until its CREATE INDEX CONCURRENTLY ends, or, if that has failed, run ' +
      '"DROP INDEX CONCURRENTLY notes_id_index", create it again, and try again',
  );
  await query(database.url, 'DROP INDEX CONCURRENTLY notes_id_index');
  await query(database.url, 'DELETE FROM notes');
  await query(database.url, create);
  expect(await migrateWithIndex()).toEqual(['AddIndex1795132800003']);
});

it('says that it waits for a prepared transaction', async () => {
  const processes = new Processes();
  const server = await PostgresServer.start(processes, { max_prepared_transactions: '1' });
  await server.query('CREATE TABLE notes (id int)');
  await server.query("BEGIN; LOCK TABLE notes; PREPARE TRANSACTION 'forgotten'");
  const { result, warned } = await start(AddText1795132800001, server.url);
  expect(await warned).toContain('that other sessions hold: a prepared transaction (pg_prepared_xacts)');
  await server.query("ROLLBACK PREPARED 'forgotten'");
  expect(await result).toHaveLength(1);
  await processes.end();
});

it('ends in PostgreSQL when its process ends', async () => {
  const proxy = await Proxy.start(database.url);
  const { result } = await start(Sleep1795132800002, proxy.url);
  const sleeping = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'SELECT pg_sleep%'";
  const count = async () => (await other.query(sleeping)).rowCount;
  await until(async () => (await count()) === 1);
  proxy.close();
  await expect(result).rejects.toThrow();
  await until(async () => (await count()) === 0);
});
