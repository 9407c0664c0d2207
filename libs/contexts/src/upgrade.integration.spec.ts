import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Persistence } from '@petstore/database';
import {
  createTestDatabase,
  observedMigrations,
  releasedContexts,
  type MigrationObserver,
  type ReleasedMigration,
  type TestDatabase,
} from '@petstore/database/testing';
import { insertPetOnce100 } from '@petstore/pets-infrastructure/testing';
import { persistence } from './index.ts';

const record = JSON.parse(readFileSync(join(__dirname, '../released-migrations.json'), 'utf8')) as ReleasedMigration[];
const releasedSchema = releasedContexts(record, persistence);

/** Rows of each table before the migration. */
const rows = 20_000;

let database: TestDatabase;
let oldRelease: Awaited<ReturnType<TestDatabase['open']>>;

beforeEach(async () => {
  database = await createTestDatabase();
  oldRelease = await database.open(releasedSchema);
});

afterEach(() => database.drop());

async function fillTables(): Promise<void> {
  await oldRelease.query(`
    INSERT INTO pets (name, category_id, status) SELECT 'Pet ' || n, n % 7, 'available' FROM generate_series(1, ${rows}) AS n;
    INSERT INTO idempotency_keys (owner, key, fingerprint, pet_id)
      SELECT 'mine', 'old-' || n, sha256(n::text::bytea), n FROM generate_series(1, ${rows}) AS n;
    INSERT INTO api_keys (public_id, name, hint, secret_hash)
      SELECT 'key_' || n, 'Key ' || n, 'hint', 'hash ' || n FROM generate_series(1, ${rows}) AS n;
    INSERT INTO api_key_log (actor, action, public_id, name)
      SELECT 'admin', 'issued', 'key_' || n, 'Key ' || n FROM generate_series(1, ${rows}) AS n`);
}

/** Creates a pet with an idempotency key as the release before does. A repeat returns the id of the first pet. */
async function createOnce(key: string): Promise<string> {
  const parameters = ['mine', key, 'ab', 'Rex', '7', 'available'];
  const [row] = await oldRelease.query<{ pet_id: string }[]>(insertPetOnce100, parameters);
  return row!.pet_id;
}

/** Ids of the pets that the clients of the release before have created, by idempotency key. */
type Created = Map<string, string>;

/** Tables that `useOldRelease` uses. A statement on another table never waits for the migration. */
const usedTables = new Set(['pets', 'idempotency_keys', 'api_keys']);

/** Sends one statement of each kind as the release before does. Every statement must succeed. */
async function useOldRelease(client: number, step: number, created: Created): Promise<void> {
  const key = `${client}-${step}`;
  created.set(key, await createOnce(key));
  await oldRelease.query("INSERT INTO pets (name, category_id, status) VALUES ('Tom', 1, 'sold')");
  await oldRelease.query('SELECT id, name, category_id, status FROM pets WHERE id > $1 ORDER BY id LIMIT 100', [step]);
  const found = await oldRelease.query<unknown[]>('SELECT * FROM api_keys WHERE public_id = $1', [`key_${step + 1}`]);
  expect(found).toHaveLength(1);
  await oldRelease.query('UPDATE api_keys SET last_used_at = now() WHERE public_id = $1', [`key_${step + 1}`]);
  await oldRelease.query("DELETE FROM idempotency_keys WHERE created_at <= now() - interval '1 day'");
}

/** What the rows from before the migration contain. The release before writes only columns that are omitted here. */
const oldRows = () =>
  oldRelease.query(`
    SELECT (SELECT md5(string_agg(p::text, ',' ORDER BY id)) FROM (SELECT id, name, category_id, status FROM pets) AS p
              WHERE id <= ${rows}) AS pets,
           (SELECT md5(string_agg(k::text, ',' ORDER BY key)) FROM
              (SELECT owner, key, fingerprint, pet_id, created_at FROM idempotency_keys) AS k WHERE key LIKE 'old-%') AS keys,
           (SELECT md5(string_agg(a::text, ',' ORDER BY public_id)) FROM
              (SELECT public_id, name, hint, secret_hash, created_at, expires_at, revoked_at FROM api_keys) AS a) AS api_keys,
           (SELECT md5(string_agg(l::text, ',' ORDER BY id)) FROM
              (SELECT id, at, actor, action, public_id, name FROM api_key_log) AS l) AS api_key_log`);

/** Runs migrations while clients of the release before send statements without a pause. */
async function migrateUnderLoad(contexts: readonly Persistence[], observer: MigrationObserver): Promise<Created> {
  const created: Created = new Map();
  let step = 1;
  let isMigrating = true;
  const clients = [1, 2, 3];
  const useOnce = () => Promise.all(clients.map((client) => useOldRelease(client, 0, created)));
  await useOnce();
  const load = clients.map(async (client) => {
    while (isMigrating) await useOldRelease(client, step++, created);
  });
  try {
    await database.open(contexts.map((context) => observedMigrations(context, observer)));
  } finally {
    isMigrating = false;
    await Promise.all(load);
  }
  await Promise.all(clients.map((client) => useOldRelease(client, step++, created)));
  return created;
}

/**
 * Resolves when a statement of the release before waits for a lock of the migration. Only the first table that the migration
 * locks is certain to block one: the clients that wait for it do not reach the next tables.
 */
async function waitForBlockedStatement(): Promise<void> {
  const blocked = "SELECT FROM pg_locks WHERE NOT granted AND locktype = 'relation'";
  while ((await oldRelease.query<unknown[]>(blocked)).length === 0);
}

it('the migrations of this release run while the release before is used: it is refused nothing and loses nothing', async () => {
  await fillTables();
  const before = await oldRows();
  const violations: string[] = [];
  const created = await migrateUnderLoad(persistence, {
    onViolation: (violation) => violations.push(violation),
    async onLocked(tables) {
      if (tables.some((table) => usedTables.has(table))) await waitForBlockedStatement();
    },
  });
  expect(violations).toEqual([]);
  expect(await oldRows()).toEqual(before);
  for (const [key, id] of created) expect(await createOnce(key)).toBe(id);
  const counts = await oldRelease.query(
    `SELECT (SELECT count(*)::int FROM pets WHERE name = 'Rex') AS "once", (SELECT count(*)::int FROM pets WHERE name = 'Tom') AS plain,
            (SELECT count(*)::int FROM idempotency_keys WHERE key NOT LIKE 'old-%') AS keys`,
  );
  expect(counts).toEqual([{ once: created.size, plain: created.size, keys: created.size }]);
});

it.each([
  ['rewrites a table', 'ALTER TABLE pets ALTER name TYPE varchar(300), ALTER category_id TYPE numeric'],
  ['changes rows behind a lock', 'ALTER TABLE pets ADD COLUMN note text; UPDATE pets SET note = name'],
])('detects a migration that %s', async (_, statements) => {
  await createOnce('row to rewrite');
  const migration = class {
    readonly name = 'Rewrite1999999999999';
    async up(runner: { query(sql: string): Promise<unknown> }): Promise<void> {
      for (const statement of statements.split('; ')) await runner.query(statement);
    }
    readonly down = () => Promise.resolve();
  };
  const violations: string[] = [];
  const observer = {
    onViolation: (violation: string) => violations.push(violation),
    onLocked: () => Promise.resolve(),
  };
  await database.open([observedMigrations({ tables: [], migrations: [migration] }, observer)]);
  expect(violations).toEqual([
    expect.stringMatching(
      /^Rewrite1999999999999 holds ACCESS EXCLUSIVE on pets while it rewrites rows: (?:ALTER|UPDATE)/,
    ),
  ]);
});
