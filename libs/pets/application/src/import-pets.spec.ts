import { InMemoryTransactions } from '@petstore/kernel/testing';
import { NewPet, PetId } from '@petstore/pets-domain';
import { InMemoryImportKeys, InMemoryPetRepository } from '@petstore/pets-domain/testing';
import { ImportPets, type ImportReport, type PetToImport } from './import-pets.ts';

const actor = 'operator';

let pets: InMemoryPetRepository;
let importPets: ImportPets;

beforeEach(() => {
  pets = new InMemoryPetRepository();
  importPets = new ImportPets(pets, new InMemoryImportKeys(pets), new InMemoryTransactions());
});

async function* source(count: number): AsyncGenerator<PetToImport> {
  for (let row = 1; row <= count; row++) yield { newPet: NewPet.of({ name: `Pet ${row}`, categoryId: 7 }), row };
}

const names = async () => (await pets.list({ limit: 3_000 })).map((pet) => pet.snapshot().name);

it('adds all pets of the source, in its order and in batches', async () => {
  const addAll = jest.spyOn(pets, 'addAll');
  expect((await importPets.execute(source(2_500), { actor })).imported).toBe(2_500);
  expect(await names()).toEqual(Array.from({ length: 2_500 }, (_, index) => `Pet ${index + 1}`));
  expect(addAll.mock.calls.map(([batch]) => [batch.length, batch.at(-1)!.event.actor])).toEqual(
    [1_000, 1_000, 500].map((count) => [count, actor]),
  );
});

it('adds nothing from an empty source', async () => {
  expect((await importPets.execute(source(0), { actor })).imported).toBe(0);
});

it('rejects with the error of the source and of beforeCommit, which is called after the last pet', async () => {
  const failure = new Error('stopped');
  await expect(importPets.execute(failing(failure), { actor })).rejects.toBe(failure);
  const addAll = jest.spyOn(pets, 'addAll');
  const beforeCommit = () => {
    expect(addAll).toHaveBeenCalledTimes(2);
    throw failure;
  };
  await expect(importPets.execute(source(1_001), { actor, beforeCommit })).rejects.toBe(failure);
});

async function* failing(failure: Error): AsyncGenerator<PetToImport> {
  yield* source(1_500);
  throw failure;
}

it('does not end the transaction while it still stores pets', async () => {
  const ended: string[] = [];
  jest.spyOn(pets, 'addAll').mockImplementation(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    ended.push('addAll');
    return [];
  });
  const transactions = new InMemoryTransactions();
  const run = transactions.run.bind(transactions);
  jest.spyOn(transactions, 'run').mockImplementation((work) => run(work).finally(() => ended.push('transaction')));
  importPets = new ImportPets(pets, new InMemoryImportKeys(pets), transactions);
  await expect(importPets.execute(failing(new Error('stopped')), { actor })).rejects.toThrow('stopped');
  expect(ended).toEqual(['addAll', 'transaction']);
});

it('counts the imported pets of each status and category, and stores nothing in a dry run', async () => {
  const report = await importPets.execute(source(2), { actor, isDryRun: true });
  expect([...report.values]).toEqual([
    ['status available', 2],
    ['categoryId 7', 2],
  ]);
  expect(await names()).toEqual([]);
});

it('reports the rows of an export whose animal has another category in the store', async () => {
  await importPets.execute(source(2), { actor });
  async function* edited(): AsyncGenerator<PetToImport> {
    for (const [row, id, categoryId] of [
      [2, '1', 7],
      [3, '2', 8],
      [4, '99', 8],
    ] as const)
      yield { newPet: NewPet.of({ name: 'Rex', categoryId }), row, id: new PetId(id) };
  }
  const { otherCategory } = await importPets.execute(edited(), { actor });
  expect(otherCategory).toMatchObject({ count: 1, first: [3] });
});

describe('with keys', () => {
  const importKeyed = (keyed: readonly (readonly [key: string, name: string])[], from = 'old program') => {
    async function* rows(): AsyncGenerator<PetToImport> {
      for (const [index, [key, name]] of keyed.entries())
        yield { newPet: NewPet.of({ name, categoryId: 7 }), row: index + 2, key };
    }
    return importPets.execute(rows(), { actor, source: from });
  };

  const rowsOf = ({ keys }: ImportReport) =>
    Object.fromEntries(Object.entries(keys).flatMap(([state, { count, first }]) => (count ? [[state, first]] : [])));

  it('adds each animal once: a key that is known, or that an earlier row has, adds none', async () => {
    const first = await importKeyed([
      ['A1', 'Rex'],
      ['A2', 'Tom'],
      ['A1', 'Max'],
    ]);
    expect([first.imported, rowsOf(first)]).toEqual([2, { repeated: [4] }]);
    const second = await importKeyed([
      ['A1', 'Rex'],
      ['A2', 'Tom II'],
      ['A3', 'Kit'],
      ['__proto__', 'Odd'],
      ['A1', 'Max'],
    ]);
    expect([second.imported, rowsOf(second)]).toEqual([2, { known: [2], changed: [3, 6] }]);
    expect(await names()).toEqual(['Rex', 'Tom', 'Kit', 'Odd']);
  });

  it('does not add an animal again that was deleted', async () => {
    await importKeyed([['A1', 'Rex']]);
    await pets.delete((await pets.find(new PetId('1')))!);
    expect(rowsOf(await importKeyed([['A1', 'Rex']]))).toEqual({ deleted: [2] });
    expect(await names()).toEqual([]);
  });

  it('adds animals of two sources with one key', async () => {
    await importKeyed([['A1', 'Rex']]);
    await importKeyed([['A1', 'Tom']], 'another program');
    expect(await names()).toEqual(['Rex', 'Tom']);
  });
});

it('begins when no other import has the lock', async () => {
  const keys = new InMemoryImportKeys(pets);
  const lock = jest.spyOn(keys, 'lock').mockResolvedValueOnce(false).mockResolvedValueOnce(false);
  const onWait = jest.fn(async () => expect(await names()).toEqual([]));
  await new ImportPets(pets, keys, new InMemoryTransactions()).execute(source(0), { actor, source: 'x', onWait });
  expect([lock, onWait].map((called) => called.mock.calls.length)).toEqual([3, 2]);
});
