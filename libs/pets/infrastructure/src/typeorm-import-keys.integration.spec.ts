import { idempotencyPersistence, TypeOrmTransactions } from '@petstore/database';
import { useTestDatabase } from '@petstore/database/testing';
import { eventsPersistence } from '@petstore/event-log/typeorm-event-log';
import type { Transaction } from '@petstore/kernel';
import { NewPet, PetId, type KeyedPet } from '@petstore/pets-domain';
import { petsPersistence, TypeOrmImportKeys, TypeOrmPetRepository } from './index.ts';

const contexts = [idempotencyPersistence, eventsPersistence, petsPersistence];
const database = useTestDatabase(contexts, 'pets', 'event_outbox', 'events', 'import_keys');
const keys = new TypeOrmImportKeys();

let run: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>;

beforeAll(() => {
  const transactions = new TypeOrmTransactions(database.source);
  run = (work) => transactions.run(work);
});

const keyed = (key: string, name: string): KeyedPet => ({ key, newPet: NewPet.of({ name, categoryId: 7 }) });
const all = [keyed('A1', 'Rex'), keyed('A2', 'Tom'), keyed('__proto__', 'Max')];

async function addAll(transaction: Transaction): Promise<PetId[]> {
  const registered = all.map(({ newPet }) => newPet.register('operator'));
  const ids = await new TypeOrmPetRepository(database.source).addAll(registered, transaction);
  await keys.add('old program', all, ids, transaction);
  return ids;
}

it('knows the keys of a source, with the ids of their animals', async () => {
  const ids = await run(addAll);
  const edited = [keyed('A1', 'Rex'), keyed('A2', 'Tom II'), keyed('__proto__', 'Max'), keyed('A4', 'Kit')];
  await database.query("DELETE FROM pets WHERE name = 'Max'");
  const statesIn = (source: string) => run((transaction) => keys.states(source, edited, transaction));
  expect(await statesIn('old program')).toEqual(['known', 'changed', 'deleted', undefined]);
  expect(await statesIn('another program')).toEqual(edited.map(() => undefined));
  const [row] = await database.query<{ pet_id: string }[]>("SELECT pet_id FROM import_keys WHERE key = 'A2'");
  expect(row!.pet_id).toBe(ids[1]!.decimal);
});

it('knows the keys of its own transaction as repeated, and accepts keys without ids in a dry run', async () => {
  await run(async (transaction) => {
    await addAll(transaction);
    await keys.add('dry run', all, [], transaction);
    for (const source of ['old program', 'dry run'])
      expect(await keys.states(source, all, transaction)).toEqual(all.map(() => 'repeated'));
  });
});

it('lets one transaction at a time lock the keys, until it ends', async () => {
  await run(async (first) => {
    expect(await keys.lock(first)).toBe(true);
    expect(await run((second) => keys.lock(second))).toBe(false);
  });
  expect(await run((third) => keys.lock(third))).toBe(true);
});
