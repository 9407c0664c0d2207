import {
  eventsPersistence,
  idempotencyPersistence,
  IdempotencyKeys,
  TypeOrmIdempotencyKeyRepository,
  TypeOrmTransactions,
} from '@petstore/database';
import { connectDatabase, createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { IdempotencyConflict, IdempotencyKey, IdempotencyMismatch, type Transaction } from '@petstore/kernel';
import { NewPet } from '@petstore/pets-domain';
import type { DataSource } from 'typeorm';
import { petsPersistence, TypeOrmPetRepository } from './index.ts';

const persistence = [idempotencyPersistence, eventsPersistence, petsPersistence];

let database: TestDatabase;
let dataSource: DataSource;
/** Another instance of the service. */
let otherSource: DataSource;
let pets: TypeOrmPetRepository;
let otherPets: TypeOrmPetRepository;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await database.open(persistence);
  otherSource = await connectDatabase(database.url, persistence);
  [pets, otherPets] = [new TypeOrmPetRepository(dataSource), new TypeOrmPetRepository(otherSource)];
});

beforeEach(() => dataSource.query('TRUNCATE pets, idempotency_keys, events'));

afterAll(async () => {
  await otherSource.destroy();
  await database.drop();
});

const newPet = (name: string) => NewPet.of({ name, categoryId: 7 });
const keyOf = (text: string) => IdempotencyKey.of(text, 'mine');
const add = (name: string, repository = pets) => repository.add(newPet(name), 'key_1', keyOf(name));
const range = (count: number) => Array.from({ length: count }, (_, index) => String(index));

/** The stored pets, with the key that has created each. */
const stored = () =>
  dataSource.query<{ id: string; name: string; key: string | null }[]>(
    'SELECT pets.id, name, key FROM pets FULL JOIN idempotency_keys ON created_id = pets.id ORDER BY pets.id',
  );

/** Calls `work` while a transaction of another instance has claimed the key of this text and has not ended. */
async function whileClaimed(text: string, work: (end: () => void) => Promise<void>): Promise<void> {
  const { promise: ending, resolve: end } = withResolvers();
  const { promise: claiming, resolve: claimed } = withResolvers();
  const claim = async (transaction: Transaction) => {
    await new IdempotencyKeys('task', otherSource).claim(transaction, { key: keyOf(text), fingerprint: '00' });
    claimed();
    await ending;
  };
  const claimer = new TypeOrmTransactions(otherSource).run(claim);
  await claiming;
  await work(end).finally(end);
  await claimer;
}

function withResolvers() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

it('uses one statement for concurrent creates with different keys, with equal keys and without keys', async () => {
  const logQuery = jest.spyOn(dataSource.logger, 'logQuery');
  const created = await Promise.all([
    ...range(20).map((name) => add(name)),
    ...range(20).map((name) => add(name)),
    ...range(20).map((name) => pets.add(newPet(name), 'key_1')),
  ]);
  expect(logQuery).toHaveBeenCalledTimes(1);
  const names = created.map((pet) => pet.name.text);
  expect(names).toEqual([...range(20), ...range(20), ...range(20)]);
  expect(created.slice(20, 40)).toEqual(created.slice(0, 20));
  expect(await stored()).toHaveLength(40);
});

it('returns its own pet to each of 2,000 concurrent creates, and to each of their repeats', async () => {
  const created = await Promise.all(range(2_000).map((name) => add(name)));
  const rows = await stored();
  expect(rows).toHaveLength(2_000);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  for (const [index, { id }] of created.entries()) {
    expect(rowOf.get(id.decimal)).toEqual({ id: id.decimal, name: String(index), key: String(index) });
  }
  expect(await Promise.all(range(2_000).map((name) => add(name)))).toEqual(created);
  expect(await stored()).toEqual(rows);
});

it('creates one pet for each key and has no deadlock if two instances use the same keys in opposite orders', async () => {
  for (let round = 0; round < 20; round++) {
    const names = range(60).map((name) => `${round}-${name}`);
    const backwards = names.toReversed();
    const [created, repeated] = await Promise.all([
      Promise.all(names.map((name) => add(name))),
      Promise.all(backwards.map((name) => add(name, otherPets))),
    ]);
    expect(repeated.toReversed()).toEqual(created);
  }
  expect(await stored()).toHaveLength(1_200);
});

it('does not let a key that another transaction has claimed stop the other keys of its statement', async () => {
  await whileClaimed('busy', async (end) => {
    const waiting = add('busy');
    expect((await Promise.all(range(10).map((name) => add(name)))).length).toBe(10);
    end();
    expect((await waiting).name.text).toBe('busy');
  });
  expect((await stored()).map(({ key }) => key).sort()).toEqual([...range(10), 'busy']);
});

it('refuses a key whose transaction does not end within the lock timeout', async () => {
  const impatient = await connectDatabase(database.url, persistence, { poolSize: 1 });
  await impatient.query("SET lock_timeout = '10ms'");
  await whileClaimed('busy', async () => {
    await expect(add('busy', new TypeOrmPetRepository(impatient))).rejects.toThrow(IdempotencyConflict);
  });
  await impatient.destroy();
  expect(await stored()).toEqual([]);
});

it('creates the pet of one NewPet if a key comes with several in one statement, and refuses the others', async () => {
  const outcomes = await Promise.allSettled(range(6).map((name) => pets.add(newPet(name), 'key_1', keyOf('a-key'))));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const mismatch = { status: 'rejected', reason: expect.any(IdempotencyMismatch) };
  expect(outcomes.slice(1)).toEqual(Array(5).fill(mismatch));
  expect(await stored()).toMatchObject([{ name: '0', key: 'a-key' }]);
});

it('replaces an expired key, also one that is purged at the same time', async () => {
  const first = await Promise.all(range(60).map((name) => add(name)));
  await dataSource.query("UPDATE idempotency_keys SET created_at = created_at - interval '24 hours'");
  const [second] = await Promise.all([
    Promise.all(range(60).map((name) => add(name))),
    new TypeOrmIdempotencyKeyRepository(otherSource).deleteExpired(30),
    Promise.all(range(60).map((name) => add(name, otherPets))),
  ]);
  const firstIds = new Set(first.map(({ id }) => id.decimal));
  expect(second.filter(({ id }) => firstIds.has(id.decimal))).toEqual([]);
  const rows = await stored();
  expect(rows.filter(({ key }) => key !== null).map(({ id }) => id)).toEqual(
    second.map(({ id }) => id.decimal).sort(byNumber),
  );
  expect(rows).toHaveLength(120);
});

it('stores no key of a pet that PostgreSQL rejects, and the keys of the other pets of its statement', async () => {
  await dataSource.query("ALTER TABLE pets ADD CONSTRAINT no_cats CHECK (name <> 'Cat')");
  const outcomes = await Promise.allSettled(['Rex', 'Cat', 'Tom'].map((name) => add(name)));
  await dataSource.query('ALTER TABLE pets DROP CONSTRAINT no_cats');
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect((await stored()).map(({ name, key }) => [name, key]).sort()).toEqual([
    ['Rex', 'Rex'],
    ['Tom', 'Tom'],
  ]);
});

function byNumber(first: string, second: string): number {
  return Number(first) - Number(second);
}
