import { InMemoryTransactions } from '@petstore/kernel/testing';
import { NewPet } from '@petstore/pets-domain';
import { InMemoryPetRepository } from '@petstore/pets-domain/testing';
import { ImportPets } from './import-pets.ts';

let pets: InMemoryPetRepository;
let importPets: ImportPets;

beforeEach(() => {
  pets = new InMemoryPetRepository();
  importPets = new ImportPets(pets, new InMemoryTransactions());
});

async function* source(count: number): AsyncGenerator<NewPet> {
  for (let index = 0; index < count; index++) yield NewPet.of({ name: `Pet ${index}`, categoryId: 7 });
}

it('adds all pets of the source, in its order and in batches', async () => {
  const addAll = jest.spyOn(pets, 'addAll');
  expect(await importPets.execute(source(2_500), 'operator')).toBe(2_500);
  const names = (await pets.list({ limit: 3_000 })).map((pet) => pet.snapshot().name);
  expect(names).toEqual(Array.from({ length: 2_500 }, (_, index) => `Pet ${index}`));
  expect(addAll.mock.calls.map(([batch]) => [batch.length, batch.at(-1)!.event.actor])).toEqual(
    [1_000, 1_000, 500].map((count) => [count, 'operator']),
  );
});

it('adds nothing from an empty source', async () => {
  expect(await importPets.execute(source(0), 'operator')).toBe(0);
});

it('rejects with the error of the source and of beforeCommit, which is called after the last pet', async () => {
  const failure = new Error('stopped');
  await expect(importPets.execute(failing(failure), 'operator')).rejects.toBe(failure);
  const addAll = jest.spyOn(pets, 'addAll');
  const beforeCommit = () => {
    expect(addAll).toHaveBeenCalledTimes(2);
    throw failure;
  };
  await expect(importPets.execute(source(1_001), 'operator', beforeCommit)).rejects.toBe(failure);
});

async function* failing(failure: Error): AsyncGenerator<NewPet> {
  yield* source(1_500);
  throw failure;
}
