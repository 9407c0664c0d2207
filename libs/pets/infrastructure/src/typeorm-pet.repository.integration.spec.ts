import { hash } from 'node:crypto';
import {
  commandLineLimits,
  Database,
  DatabaseUnavailable,
  idempotencyPersistence,
  TypeOrmTransactions,
} from '@petstore/database';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { IdempotencyKey } from '@petstore/kernel';
import { NewPet, PetStatus } from '@petstore/pets-domain';
import { petRepositoryContract } from '@petstore/pets-domain/testing';
import type { DataSource } from 'typeorm';
import { petsPersistence, TypeOrmPetRepository } from './index.ts';

let database: TestDatabase;
let dataSource: DataSource;
let pets: TypeOrmPetRepository;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await database.open([idempotencyPersistence, petsPersistence]);
  pets = new TypeOrmPetRepository(dataSource);
});

beforeEach(() => dataSource.query('TRUNCATE pets, idempotency_keys'));

afterAll(() => database.drop());

describe('the contract of PetRepository', () => {
  it.each(Object.entries(petRepositoryContract))('%s', (_, verify) =>
    verify(pets, new TypeOrmTransactions(dataSource)),
  );
});

it('stores a fingerprint that does not change between releases', async () => {
  const newPet = NewPet.of({ name: 'Rex "1"', categoryId: 2n ** 63n - 1n, status: 'sold' });
  await pets.add(newPet, IdempotencyKey.of('a-key', 'mine'));
  const [row] = await dataSource.query<{ fingerprint: Buffer }[]>('SELECT fingerprint FROM idempotency_keys');
  const text = '["Rex \\"1\\"","9223372036854775807","sold"]';
  expect(row!.fingerprint.toString('hex')).toBe(hash('sha256', text, 'hex'));
});

it('does not reuse the id of a deleted pet', async () => {
  const first = (await pets.add(NewPet.of({ name: 'Rex', categoryId: 1 }))).snapshot();
  await dataSource.query('DELETE FROM pets');
  const second = (await pets.add(NewPet.of({ name: 'Rex', categoryId: 1 }))).snapshot();
  expect(BigInt(second.id)).toBeGreaterThan(BigInt(first.id));
});

describe('readAll', () => {
  beforeEach(() => pets.addAll(source(2)));

  async function* source(count: number) {
    for (let index = 0; index < count; index++) yield NewPet.of({ name: `Pet ${index}`, categoryId: index });
  }

  it('reads one snapshot: it ignores rows that are changed, deleted and added meanwhile', async () => {
    await pets.addAll(source(4_000));
    const names: string[] = [];
    await pets.readAll(async (batch) => {
      names.push(...batch.pets.map((pet) => pet.snapshot().name));
      await dataSource.query("UPDATE pets SET name = 'changed'");
      await dataSource.query('DELETE FROM pets WHERE id % 2 = 0');
      await pets.add(NewPet.of({ name: 'new', categoryId: 1 }));
    });
    expect(names).toHaveLength(4_002);
    expect(names.filter((name) => name === 'changed' || name === 'new')).toEqual([]);
  });

  it('passes the greatest id as a number, not as text', async () => {
    await dataSource.query(
      "INSERT INTO pets (id, name, category_id, status) OVERRIDING SYSTEM VALUE SELECT id, 'Rex', 1, 'sold' FROM unnest($1::bigint[]) AS id",
      [['9000000000000000009', '9000000000000000010', '99']],
    );
    const lastIds: string[] = [];
    await pets.readAll(async ({ lastId }) => void lastIds.push(lastId.decimal));
    expect(lastIds).toEqual(['9000000000000000010']);
  });

  it('has a read-only transaction without a transaction id, so it delays no reader of changes', async () => {
    const transactions =
      "SELECT backend_xid FROM pg_stat_activity WHERE state = 'idle in transaction' AND datname = current_database()";
    const found: unknown[] = [];
    await pets.readAll(async () => void found.push(...(await dataSource.query<unknown[]>(transactions))));
    expect(found).toEqual([{ backend_xid: null }]);
  });

  it('waits for a slow receiver longer than other transactions may be idle', async () => {
    const limits = { ...commandLineLimits, statementTimeout: 1_000 };
    const impatient = await Database.create(
      { kind: 'external', url: database.url },
      [idempotencyPersistence, petsPersistence],
      limits,
      () => {},
    );
    try {
      await impatient.open();
      let count = 0;
      await new TypeOrmPetRepository(impatient.dataSource).readAll(async (batch) => {
        // PostgreSQL ends other idle transactions of these limits after 1 s.
        await dataSource.query('SELECT pg_sleep(1.5)');
        count += batch.pets.length;
      });
      expect(count).toBe(2);
    } finally {
      await impatient.close();
    }
  });

  it('rejects with DatabaseUnavailable if the connection is lost', async () => {
    const reading = pets.readAll(async () => {
      await dataSource.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in transaction' AND datname = current_database()",
      );
    });
    await expect(reading).rejects.toThrow(DatabaseUnavailable);
  });
});

it('accepts only the statuses of the domain in the table', async () => {
  const insert = (status: string) =>
    dataSource.query("INSERT INTO pets (name, category_id, status) VALUES ('Rex', 1, $1)", [status]);
  for (const status of PetStatus.values) await expect(insert(status)).resolves.toBeDefined();
  await expect(insert('Sold')).rejects.toThrow('pets_status_check');
});
