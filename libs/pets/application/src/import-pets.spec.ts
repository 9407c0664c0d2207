import { InvalidNewPet, NewPet } from '@petstore/pets-domain';
import { InMemoryPetRepository } from '@petstore/pets-domain/testing';
import { ImportPets } from './import-pets.ts';

/** Throws InvalidNewPet at the first invalid name. */
async function* source(...names: string[]): AsyncGenerator<NewPet> {
  for (const name of names) yield NewPet.of({ name, categoryId: 1 });
}

async function namesIn(pets: InMemoryPetRepository): Promise<string[]> {
  return (await pets.list({ limit: 10 })).map((pet) => pet.snapshot().name);
}

it('creates all pets and returns their number', async () => {
  const pets = new InMemoryPetRepository();
  expect(await new ImportPets(pets).execute(source('Rex', 'Tom', 'Rex'))).toBe(3);
  expect(await namesIn(pets)).toEqual(['Rex', 'Tom', 'Rex']);
});

it('creates nothing from an empty source', async () => {
  const pets = new InMemoryPetRepository();
  expect(await new ImportPets(pets).execute(source())).toBe(0);
  expect(await namesIn(pets)).toEqual([]);
});

it('creates no pet if the source throws an error', async () => {
  const pets = new InMemoryPetRepository();
  await expect(new ImportPets(pets).execute(source('Rex', ' ', 'Tom'))).rejects.toThrow(InvalidNewPet);
  expect(await namesIn(pets)).toEqual([]);
});
