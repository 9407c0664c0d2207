import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { issueKey100, verifyKey100 } from '@petstore/access-infrastructure/testing';
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

/** At most as many as a data source has connections. */
const releasedTables = ['pets', 'idempotency_keys', 'api_keys', 'api_key_log'];

/** Rows of each table before the migration. */
const rows = 20_000;

let database: TestDatabase;
let oldRelease: Awaited<ReturnType<TestDatabase['open']>>;
/** Have separate connections, because the clients of the release before may block all of theirs. */
let readers: typeof oldRelease;
let observer: typeof oldRelease;

beforeEach(async () => {
  database = await createTestDatabase();
  oldRelease = await database.open(releasedSchema);
  readers = await database.open([]);
  observer = await database.open([]);
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

/** Sends one statement of each kind as the release before does. Every statement must succeed. */
async function useOldRelease(client: number, step: number, created: Created): Promise<void> {
  const key = `${client}-${step}`;
  created.set(key, await createOnce(key));
  await oldRelease.query("INSERT INTO pets (name, category_id, status) VALUES ('Tom', 1, 'sold')");
  await oldRelease.query('SELECT id, name, category_id, status FROM pets WHERE id > $1 ORDER BY id LIMIT 100', [step]);
  expect(await verifyKey100(oldRelease, `hash ${step + 1}`)).toBe(`key_${step + 1}`);
  await issueKey100(oldRelease, `new_${key}`, `new hash ${key}`);
  expect(await verifyKey100(oldRelease, `new hash ${key}`)).toBe(`new_${key}`);
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
              (SELECT public_id, name, hint, secret_hash, created_at, expires_at, revoked_at FROM api_keys) AS a
              WHERE public_id LIKE 'key%') AS api_keys,
           (SELECT md5(string_agg(l::text, ',' ORDER BY id)) FROM
              (SELECT id, at, actor, action, public_id, name FROM api_key_log) AS l WHERE id <= ${rows}) AS api_key_log`);

/** Runs migrations while clients of the release before send statements without a pause. */
async function migrateUnderLoad(
  contexts: readonly Persistence[],
  migrationObserver: MigrationObserver,
): Promise<Created> {
  const created: Created = new Map();
  let step = 1;
  let isMigrating = true;
  const clients = [1, 2, 3];
  const useOnce = () => Promise.all(clients.map((client) => useOldRelease(client, 0, created)));
  await useOnce();
  const load = clients.map(async (client) => {
    while (isMigrating) await useOldRelease(client, step++, created);
  });
  // While the migration locks several tables, all clients wait for one of them, and only these readers for the others.
  const read = async (table: string) => {
    while (isMigrating) await readers.query(`SELECT FROM ${table} LIMIT 1`);
  };
  load.push(...releasedTables.map(read));
  try {
    await database.open(contexts.map((context) => observedMigrations(context, migrationObserver)));
  } finally {
    isMigrating = false;
    await Promise.all(load);
  }
  await Promise.all(clients.map((client) => useOldRelease(client, step++, created)));
  return created;
}

/** Resolves when a statement of the release before waits for the lock of the table. */
async function waitForBlockedStatement(table: string): Promise<void> {
  const blocked = 'SELECT FROM pg_locks WHERE NOT granted AND relation = $1::regclass::oid';
  while ((await observer.query<unknown[]>(blocked, [table])).length === 0);
}

it('the migrations of this release run while the release before is used: it is refused nothing and loses nothing', async () => {
  await fillTables();
  const before = await oldRows();
  const violations: string[] = [];
  const locked = new Set<string>();
  const created = await migrateUnderLoad(persistence, {
    onViolation: (violation) => violations.push(violation),
    async onLocked(tables) {
      // No other session sees a table that the migration has created.
      for (const table of tables.filter((name) => releasedTables.includes(name))) {
        if (!locked.has(table)) await waitForBlockedStatement(table);
        locked.add(table);
      }
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

it('the release before is refused nothing while an index is built, and the index contains what it writes meanwhile', async () => {
  await fillTables();
  const backup = observer.createQueryRunner();
  // CREATE INDEX CONCURRENTLY waits for this snapshot before it ends.
  await backup.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1');
  const ended = (async () => {
    const building = "SELECT FROM pg_stat_progress_create_index WHERE phase = 'waiting for old snapshots'";
    while ((await observer.query<unknown[]>(building)).length === 0);
    const before = await plainPets();
    while ((await plainPets()) < before + 20);
    await backup.query('COMMIT');
    await backup.release();
  })();
  const migrationObserver = { onViolation: () => undefined, onLocked: () => Promise.resolve() };
  const created = await migrateUnderLoad(persistence, migrationObserver);
  await ended;
  expect(created.size).toBeGreaterThan(20);
  expect(await indexedPets()).toBe(await allPets());
});

async function allPets(): Promise<number> {
  const [row] = await oldRelease.query<{ count: number }[]>('SELECT count(*)::int FROM pets');
  return row!.count;
}

/** Counts the rows that the index of the change feed contains. */
function indexedPets(): Promise<number> {
  return oldRelease.transaction(async (manager) => {
    const query = "SELECT count(*)::int FROM pets WHERE changed_in >= '0'";
    await manager.query('SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off');
    const [{ 'QUERY PLAN': plan }] = await manager.query<[{ 'QUERY PLAN': unknown }]>(`EXPLAIN (FORMAT JSON) ${query}`);
    expect(JSON.stringify(plan)).toContain('pets_changed_in_id_index');
    const [{ count }] = await manager.query<[{ count: number }]>(query);
    return count;
  });
}

async function plainPets(): Promise<number> {
  const [row] = await observer.query<{ count: number }[]>("SELECT count(*)::int FROM pets WHERE name = 'Tom'");
  return row!.count;
}

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
