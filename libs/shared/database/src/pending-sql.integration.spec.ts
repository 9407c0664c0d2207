import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { advisoryLocks } from './advisory-locks.ts';
import type { Persistence } from './data-source.ts';
import { commandLineLimits } from './database-limits.ts';
import { Database } from './database.ts';
import { idempotencyPersistence } from './idempotency/idempotency.persistence.ts';
import { createTestDatabase, describeSchema, executeAsPsql, type TestDatabase } from './testing/index.ts';

class CreateNotes1795132800001 implements MigrationInterface {
  up = (runner: QueryRunner) => runner.query('CREATE TABLE notes (id int, text text DEFAULT $$a;b$$) -- small');
  down = (runner: QueryRunner) => runner.query('DROP TABLE notes');
}

class FillNotes1795132800009 implements MigrationInterface {
  up = (runner: QueryRunner) => runner.query("INSERT INTO notes VALUES (1, ':id \\ ''');");
  down = (runner: QueryRunner) => runner.query('DELETE FROM notes');
}

const notes: Persistence = { tables: [], migrations: [CreateNotes1795132800001, FillNotes1795132800009] };
const [createKeys] = idempotencyPersistence.migrations;
const earlierRelease = [{ tables: [], migrations: [createKeys!, CreateNotes1795132800001] }];
const contexts = [idempotencyPersistence, notes];

let database: TestDatabase;
let another: TestDatabase;

beforeEach(async () => {
  [database, another] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});

afterEach(() => Promise.all([database.drop(), another.drop()]));

async function pendingSql(url = database.url, all = contexts): Promise<string | undefined> {
  const opened = await Database.create({ kind: 'external', url }, all, commandLineLimits, () => undefined);
  return opened.pendingSql().finally(() => opened.close());
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** Executes all statements of the text, as psql does. */
const execute = (url: string, sql: string) => withClient(url, (client) => client.query(sql));

async function contentOf(url: string) {
  return withClient(url, async (client) => {
    const read = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows;
    const tables = await read(
      "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
    );
    const rows: Record<string, unknown[]> = {};
    for (const { relname } of tables) {
      rows[String(relname)] = await read(`SELECT * FROM ${String(relname)} AS t ORDER BY t::text`);
    }
    return { schema: await describeSchema({ query: read }), rows };
  });
}

describe.each([
  ['an empty database', []],
  ['the schema of the release before', earlierRelease],
] as const)('the SQL for %s', (_, before) => {
  beforeEach(async () => {
    if (before.length === 0) return;
    await Promise.all([database.open(before), another.open(before)]);
  });

  it('has the result of migrate when it is executed, also in the table of executed migrations', async () => {
    await execute(database.url, (await pendingSql())!);
    await another.open(contexts);
    const content = await contentOf(database.url);
    expect(content).toEqual(await contentOf(another.url));
    expect(content.rows['migrations']).toHaveLength(4);
    expect(content.rows['notes']).toHaveLength(1);
    expect(await pendingSql()).toBeUndefined();
  });

  it('changes nothing when it is printed', async () => {
    const content = await contentOf(database.url);
    await pendingSql();
    expect(await contentOf(database.url)).toEqual(content);
    expect(content).toEqual(await contentOf(another.url));
  });

  it('names each pending migration once, in order, within one transaction', async () => {
    const sql = (await pendingSql())!;
    const names = [...sql.matchAll(/^-- (\w+\d{13})$/gm)].map(([, name]) => name);
    const ran = before.length > 0 ? 2 : 0;
    expect(names).toEqual(
      [
        'CreateNotes1795132800001',
        'CreateIdempotencyKeys1795132800003',
        'AddCreatedKindAndId1795132800004',
        'FillNotes1795132800009',
      ].slice(ran),
    );
    expect(sql.match(/^(?:BEGIN|COMMIT);$/gm)).toEqual(['BEGIN;', 'COMMIT;']);
  });

  it('fails and changes nothing when it is executed a second time', async () => {
    const sql = (await pendingSql())!;
    await execute(database.url, sql);
    const content = await contentOf(database.url);
    await expect(execute(database.url, sql)).rejects.toThrow(/run already|already exists/);
    expect(await contentOf(database.url)).toEqual(content);
  });
});

it('a role that may only read gets the same SQL', async () => {
  await database.open(earlierRelease);
  const role = `reader_${database.url.match(/test_\w+/)![0]}`;
  await execute(
    database.url,
    `CREATE ROLE ${role} LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role};
     ALTER ROLE ${role} SET default_transaction_read_only = on`,
  );
  const url = database.url.replace('//petstore@', `//${role}@`);
  try {
    expect(await pendingSql(url)).toBe(await pendingSql());
  } finally {
    await execute(database.url, `DROP OWNED BY ${role}; DROP ROLE ${role}`);
  }
});

describe('a migration outside a transaction', () => {
  class IndexNotes1795132800010 implements MigrationInterface {
    readonly transaction = false;
    up = (runner: QueryRunner) => runner.query('CREATE INDEX CONCURRENTLY IF NOT EXISTS notes_index ON notes (id)');
    down = (runner: QueryRunner) => runner.query('DROP INDEX CONCURRENTLY notes_index');
  }

  class AlterNotes1795132800011 implements MigrationInterface {
    up = (runner: QueryRunner) => runner.query('ALTER TABLE notes ADD COLUMN more text');
    down = (runner: QueryRunner) => runner.query('ALTER TABLE notes DROP COLUMN more');
  }

  const withIndex = [
    idempotencyPersistence,
    { ...notes, migrations: [...notes.migrations, IndexNotes1795132800010, AlterNotes1795132800011] },
  ];

  it('is printed between the transactions before and after it, and the SQL has the result of migrate', async () => {
    const sql = (await pendingSql(database.url, withIndex))!;
    expect(sql.match(/^(?:BEGIN|COMMIT|CREATE INDEX CONCURRENTLY|INSERT INTO migrations)\b.*/gm)).toEqual([
      'BEGIN;',
      ...Array<unknown>(4).fill(expect.stringContaining('INSERT INTO migrations')),
      'COMMIT;',
      'CREATE INDEX CONCURRENTLY IF NOT EXISTS notes_index ON notes (id);',
      "INSERT INTO migrations (timestamp, name) VALUES (1795132800010, 'IndexNotes1795132800010');",
      'BEGIN;',
      "INSERT INTO migrations (timestamp, name) VALUES (1795132800011, 'AlterNotes1795132800011');",
      'COMMIT;',
    ]);
    await executeAsPsql(database.url, sql);
    await another.open(withIndex);
    expect(await contentOf(database.url)).toEqual(await contentOf(another.url));
    expect(await pendingSql(database.url, withIndex)).toBeUndefined();
  });

  it('is repeated with an invalid index, and the steps that have run are not printed again', async () => {
    await another.open(withIndex);
    await database.open(contexts);
    await execute(
      database.url,
      `CREATE INDEX notes_index ON notes (id);
       UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'notes_index'::regclass`,
    );
    const sql = (await pendingSql(database.url, withIndex))!;
    expect(sql).not.toContain('CreateNotes');
    await executeAsPsql(database.url, sql);
    expect(await contentOf(database.url)).toEqual(await contentOf(another.url));
    const invalid = 'SELECT FROM pg_index WHERE NOT indisvalid';
    expect((await withClient(database.url, (client) => client.query(invalid))).rowCount).toBe(0);
  });

  it('stops while another session migrates, and does not wait with a snapshot', async () => {
    await database.open(contexts);
    const sql = (await pendingSql(database.url, withIndex))!;
    await withClient(database.url, async (other) => {
      await other.query('SELECT pg_advisory_lock($1)', [advisoryLocks.migratingOutsideTransaction]);
      await expect(executeAsPsql(database.url, sql)).rejects.toThrow('another session migrates');
    });
  });
});
