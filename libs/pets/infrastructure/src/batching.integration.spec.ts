import { eventsPersistence, idempotencyPersistence } from '@petstore/database';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { NewPet, PetId, PetStatus, type Pet, type PetQuery } from '@petstore/pets-domain';
import type { DataSource } from 'typeorm';
import { petsPersistence, TypeOrmPetRepository } from './index.ts';
import { pages } from './list-loader.ts';

let database: TestDatabase;
let dataSource: DataSource;
let pets: TypeOrmPetRepository;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await database.open([idempotencyPersistence, eventsPersistence, petsPersistence]);
  pets = new TypeOrmPetRepository(dataSource);
});

beforeEach(() => dataSource.query('TRUNCATE pets, idempotency_keys, events'));

afterAll(() => database.drop());

const newPet = (name: string, status: string = 'available') => NewPet.of({ name, categoryId: 7, status });
const idOf = (id: string) => new PetId(id);

it('returns its own pet to each of 2,000 concurrent creates', async () => {
  const names = Array.from({ length: 2_000 }, (_, index) => `Pet ${index}`);
  const created = await Promise.all(names.map((name) => pets.add(newPet(name), 'key_1')));
  expect(created.map((pet) => pet.snapshot().name)).toEqual(names);
  const stored = await dataSource.query<{ id: string; name: string }[]>('SELECT id, name FROM pets ORDER BY id');
  expect(stored).toHaveLength(names.length);
  const nameById = new Map(stored.map(({ id, name }) => [id, name]));
  expect(created.map((pet) => nameById.get(pet.snapshot().id))).toEqual(names);
});

it('finds and lists every pet immediately after its create, under concurrent calls', async () => {
  const missed: string[] = [];
  const writeAndRead = async (number: number) => {
    for (let index = 0; index < 60; index++) {
      const { id, name } = (await pets.add(newPet(`Pet ${number}-${index}`), 'key_1')).snapshot();
      const found = await pets.find(idOf(id));
      const before = idOf(String(BigInt(id) - 1n));
      const [listed] = await pets.list({ after: before, limit: 1 });
      const [listedByStatus] = await pets.list({ after: before, limit: 1, status: PetStatus.of('available') });
      if ([found, listed, listedByStatus].some((pet) => pet?.snapshot().name !== name)) missed.push(name);
    }
  };
  await Promise.all(Array.from({ length: 50 }, (_, number) => writeAndRead(number)));
  expect(missed).toEqual([]);
});

it('returns the same pages for concurrent lists as for sequential ones', async () => {
  const statuses = ['available', 'pending', 'sold'];
  const created: Pet[] = [];
  for (let index = 0; index < 60; index++)
    created.push(await pets.add(newPet(`Pet ${index}`, statuses[index % 3]), 'key_1'));
  const queries: PetQuery[] = [];
  for (const after of [undefined, created[9]!, created[59]!]) {
    for (const status of [undefined, ...statuses.map((value) => PetStatus.of(value))]) {
      for (const limit of [1, 5, 101]) queries.push({ limit, status, after: after && idOf(after.snapshot().id) });
    }
  }
  const concurrentLists = await Promise.all(queries.map((query) => pets.list(query)));
  const sequentialLists = [];
  for (const query of queries) sequentialLists.push(await pets.list(query));
  expect(concurrentLists).toEqual(sequentialLists);
  expect(concurrentLists.map((list) => list.length)).toEqual(
    queries.map(({ after, status, limit }) => {
      const matching = created.filter(
        (pet) =>
          (!after || BigInt(pet.snapshot().id) > BigInt(after.decimal)) &&
          (!status || pet.snapshot().status === status),
      );
      return Math.min(matching.length, limit);
    }),
  );
});

it('uses one statement for concurrent gets, one for lists, and one for creates', async () => {
  const count = 64;
  const logQuery = jest.spyOn(dataSource.logger, 'logQuery');
  const created = await Promise.all(
    Array.from({ length: count }, (_, index) => pets.add(newPet(`Pet ${index}`), 'key_1')),
  );
  const found = await Promise.all(created.map((pet) => pets.find(pet.id)));
  expect(found.map((pet) => pet?.snapshot())).toEqual(created.map((pet) => pet.snapshot()));
  const statuses = [undefined, PetStatus.of('sold'), PetStatus.of('pending')];
  await Promise.all(
    Array.from({ length: count }, (_, index) => pets.list({ limit: index + 1, status: statuses[index % 3] })),
  );
  expect(logQuery).toHaveBeenCalledTimes(3);
});

it('inserts the other pets of a batch if PostgreSQL rejects one', async () => {
  await dataSource.query("ALTER TABLE pets ADD CONSTRAINT no_cats CHECK (name <> 'Cat')");
  const created = await Promise.allSettled(['Rex', 'Cat', 'Tom'].map((name) => pets.add(newPet(name), 'key_1')));
  await dataSource.query('ALTER TABLE pets DROP CONSTRAINT no_cats');
  expect(created.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect((await pets.list({ limit: 10 })).map((pet) => pet.snapshot().name).sort()).toEqual(['Rex', 'Tom']);
});

it('lists pets of any status by the primary key and those of a rare status by its index, even in a generic plan', async () => {
  await dataSource.query(
    `INSERT INTO pets (name, category_id, status)
     SELECT 'Pet', 1, CASE WHEN n % 1000 = 0 THEN 'sold' ELSE 'available' END FROM generate_series(1, 20000) n`,
  );
  await dataSource.query('ANALYZE pets');
  const plan = await dataSource.transaction(async (manager) => {
    await manager.query('SET LOCAL plan_cache_mode = force_generic_plan');
    await manager.query(`PREPARE listing AS ${pages}`);
    const lines = await manager.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN EXECUTE listing ('{0}', '{21}', '{sold}')`);
    await manager.query('DEALLOCATE listing');
    return lines.map((line) => line['QUERY PLAN']).join('\n');
  });
  expect(plan.match(/(?<=Index Scan using )\w+/g)).toEqual(['pets_pkey', 'pets_status_id_index']);
});
