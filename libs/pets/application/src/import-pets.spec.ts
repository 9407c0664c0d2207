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

/** Yields a batch of each size. */
async function* source(...sizes: number[]): AsyncGenerator<PetToImport[]> {
  let row = 0;
  for (const length of sizes)
    yield Array.from({ length }, () => ({ newPet: NewPet.of({ name: `Pet ${++row}`, categoryId: 7 }), row }));
}

const names = async () => (await pets.list({ limit: 3_000 })).map((pet) => pet.snapshot().name);

it('adds all pets of the source, in its order, and each batch at once', async () => {
  const addAll = jest.spyOn(pets, 'addAll');
  expect((await importPets.execute(source(3, 0, 2), { actor })).imported).toBe(5);
  expect(await names()).toEqual(['Pet 1', 'Pet 2', 'Pet 3', 'Pet 4', 'Pet 5']);
  expect(addAll.mock.calls.map(([batch]) => [batch.length, batch.at(-1)!.event.actor])).toEqual([
    [3, actor],
    [2, actor],
  ]);
});

it('adds nothing from an empty source', async () => {
  expect((await importPets.execute(source(), { actor })).imported).toBe(0);
});

it('rejects with the error of the source, and with the reason of an abort, also after the last pet', async () => {
  const failure = new Error('stopped');
  await expect(importPets.execute(failing(failure), { actor })).rejects.toBe(failure);
  const addAll = jest.spyOn(pets, 'addAll');
  const signal = {
    throwIfAborted() {
      if (addAll.mock.calls.length === 2) throw failure;
    },
  };
  await expect(importPets.execute(source(1, 1), { actor, signal })).rejects.toBe(failure);
  await expect(importPets.execute(source(1), { actor, signal: AbortSignal.abort(failure) })).rejects.toBe(failure);
  expect(addAll).toHaveBeenCalledTimes(2);
});

async function* failing(failure: Error): AsyncGenerator<PetToImport[]> {
  yield* source(1, 1);
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
  expect(ended).toEqual(['addAll', 'addAll', 'transaction']);
});

it('counts the imported pets of each status and category, and stores nothing in a dry run', async () => {
  const report = await importPets.execute(source(2), { actor, isDryRun: true });
  expect([...report.values]).toEqual([
    ['status available', 2],
    ['categoryId 7', 2],
  ]);
  expect(await names()).toEqual([]);
});

it('reports the rows of an export whose animal the store has, and those of another category', async () => {
  await importPets.execute(source(2), { actor });
  async function* edited(): AsyncGenerator<PetToImport[]> {
    const rows = [
      [2, '1', 7],
      [3, '2', 8],
      [4, '99', 8],
    ] as const;
    yield rows.map(([row, id, categoryId]) => ({
      newPet: NewPet.of({ name: 'Rex', categoryId }),
      row,
      id: new PetId(id),
    }));
  }
  const { rows } = await importPets.execute(edited(), { actor });
  expect(rows.stored).toMatchObject({ count: 2, first: [2, 3] });
  expect(rows.otherCategory).toMatchObject({ count: 1, first: [3] });
});

describe('with keys', () => {
  const importKeyed = (keyed: readonly (readonly [key: string, name: string])[], from = 'old program') => {
    // The last one in a batch of its own.
    async function* batches(): AsyncGenerator<PetToImport[]> {
      const pets = keyed.map(([key, name], index) => ({
        newPet: NewPet.of({ name, categoryId: 7 }),
        row: index + 2,
        key,
      }));
      yield pets.slice(0, -1);
      yield pets.slice(-1);
    }
    return importPets.execute(batches(), { actor, source: from });
  };

  const rowsOf = ({ rows }: ImportReport) =>
    Object.fromEntries(Object.entries(rows).flatMap(([state, { count, first }]) => (count ? [[state, first]] : [])));

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
    await new InMemoryTransactions().run(async (transaction) => {
      const pet = await pets.lock(new PetId('1'), transaction);
      await pets.delete(pet!.remove(false, 'key_1'), transaction);
    });
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
  await new ImportPets(pets, keys, new InMemoryTransactions()).execute(source(), { actor, source: 'x', onWait });
  expect([lock, onWait].map((called) => called.mock.calls.length)).toEqual([3, 2]);
});
