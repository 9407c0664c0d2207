import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Persistence } from './data-source.ts';
import { commandLineLimits } from './database-limits.ts';
import { Database } from './database.ts';
import { idempotencyPersistence } from './idempotency/idempotency.persistence.ts';
import { createTestDatabase, describeSchema, type TestDatabase } from './testing/index.ts';

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

async function pendingSql(url = database.url): Promise<string | undefined> {
  const opened = await Database.create({ kind: 'external', url }, contexts, commandLineLimits, () => undefined);
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
