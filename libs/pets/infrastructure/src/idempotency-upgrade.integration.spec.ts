import { idempotencyPersistence } from '@petstore/database';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { Deadline, IdempotencyKey } from '@petstore/kernel';
import { NewPet } from '@petstore/pets-domain';
import type { DataSource } from 'typeorm';
import { petsPersistence } from './index.ts';
import { insertPetOnce } from './insert-pet-once.ts';
import { insertPetOnce100 } from './testing/index.ts';

const rex = NewPet.parse({ name: 'Rex', categoryId: 7 });
const key = IdempotencyKey.of('a-key', 'mine');
/** SHA-256 of `["Rex","7","available"]`, the canonical text of Rex. */
const fingerprint = 'ae9791c98586fe8f6e42e7d663537b0629e73d975919f1626b7fab7bbfe28ac6';

/** Inserts Rex with the key as the old or the new release does, and returns the id of the pet. */
const releases: Record<'old' | 'new', (dataSource: DataSource) => Promise<string>> = {
  async old(dataSource) {
    const [row] = await dataSource.query<{ pet_id: string; encode: string }[]>(insertPetOnce100, [
      key.owner,
      key.text,
      fingerprint,
      'Rex',
      '7',
      'available',
    ]);
    if (row!.encode !== fingerprint) throw new Error('mismatch');
    return row!.pet_id;
  },
  new: (dataSource) => insertPetOnce.execute(dataSource, rex, key, Deadline.none),
};

const [createKeys, addKind] = idempotencyPersistence.migrations;
/** The keys have the schema of the old release. Pets have the current one, because the new release writes all its columns. */
const oldSchema = { tables: [], migrations: [...petsPersistence.migrations, createKeys!] };

let database: TestDatabase;
let dataSource: DataSource;

beforeEach(async () => {
  database = await createTestDatabase();
  dataSource = await database.open([oldSchema]);
});

afterEach(() => database.drop());

const migrate = () => database.open([oldSchema, { tables: [], migrations: [addKind!] }]);
const expireKeys = () => dataSource.query("UPDATE idempotency_keys SET created_at = created_at - interval '24 hours'");
const petIds = async () =>
  (await dataSource.query<{ id: string }[]>('SELECT id FROM pets ORDER BY id')).map(({ id }) => id);

describe.each([
  ['old', 'new'],
  ['new', 'old'],
] as const)('a key of the %s release', (first, second) => {
  it(`returns the same pet in the ${second} release`, async () => {
    await migrate();
    const id = await releases[first](dataSource);
    for (const release of [second, first, second]) expect(await releases[release](dataSource)).toBe(id);
    expect(await petIds()).toEqual([id]);
  });

  it(`creates a new pet in the ${second} release after it has expired, which both releases then return`, async () => {
    await migrate();
    const expired = await releases[first](dataSource);
    await expireKeys();
    const id = await releases[second](dataSource);
    expect(id).not.toBe(expired);
    for (const release of [first, second]) expect(await releases[release](dataSource)).toBe(id);
    expect(await petIds()).toEqual([expired, id]);
  });

  it('stores the same values as a key of the other release', async () => {
    await migrate();
    const id = await releases[first](dataSource);
    expect(await dataSource.query('SELECT kind, created_id, pet_id FROM idempotency_keys')).toEqual([
      { kind: 'pet', created_id: id, pet_id: id },
    ]);
  });
});

describe('a key from before the migration', () => {
  it('returns the same pet in both releases after the migration', async () => {
    const id = await releases.old(dataSource);
    await migrate();
    for (const release of ['new', 'old', 'new'] as const) expect(await releases[release](dataSource)).toBe(id);
    expect(await petIds()).toEqual([id]);
  });

  it.each(['old', 'new'] as const)('creates a new pet in the %s release after it has expired', async (release) => {
    const expired = await releases.old(dataSource);
    await migrate();
    await expireKeys();
    const id = await releases[release](dataSource);
    expect(await releases.new(dataSource)).toBe(id);
    expect(await releases.old(dataSource)).toBe(id);
    expect(await petIds()).toEqual([expired, id]);
  });
});

it('the old release reports a mismatch for a key of another kind of resource, and inserts nothing until the key has expired', async () => {
  await migrate();
  await dataSource.query(
    "INSERT INTO idempotency_keys (owner, key, fingerprint, kind, created_id) VALUES ($1, $2, '', 'note', 1)",
    [key.owner, key.text],
  );
  await expect(releases.old(dataSource)).rejects.toThrow('mismatch');
  expect(await petIds()).toEqual([]);
  await expireKeys();
  const id = await releases.old(dataSource);
  expect(await releases.new(dataSource)).toBe(id);
});

it('the down migration keeps the keys of pets', async () => {
  const migrated = await migrate();
  const id = await releases.new(dataSource);
  await migrated.undoLastMigration();
  expect(await releases.old(dataSource)).toBe(id);
  expect(await petIds()).toEqual([id]);
});

it('the migration does not rewrite the table or its indexes', async () => {
  // PostgreSQL changes `relfilenode` when it rewrites a table or an index.
  const files = () =>
    dataSource.query(
      "SELECT relname, relfilenode FROM pg_class WHERE relname LIKE 'idempotency_keys%' AND relkind IN ('r', 'i') ORDER BY relname",
    );
  await releases.old(dataSource);
  const before = await files();
  await migrate();
  expect(before).toHaveLength(3);
  expect(await files()).toEqual(before);
});
