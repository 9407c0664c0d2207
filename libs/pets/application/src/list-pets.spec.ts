import { PageLimit } from '@petstore/kernel';
import { NewPet, type PetStatus } from '@petstore/pets-domain';
import { InMemoryPetRepository } from '@petstore/pets-domain/testing';
import { ListPets, type ListPetsQuery, type PetsPage } from './list-pets.ts';

let pets: InMemoryPetRepository;
let listPets: ListPets;

beforeEach(() => {
  pets = new InMemoryPetRepository();
  listPets = new ListPets(pets);
});

/** Adds one pet for each status. The repository assigns the ids '1', '2' and so on. */
async function addPets(...statuses: PetStatus[]): Promise<void> {
  for (const status of statuses) await pets.add(NewPet.of({ name: 'Rex', categoryId: 1, status }).register('key_1'));
}

async function addMany(count: number): Promise<void> {
  await addPets(...Array<PetStatus>(count).fill('available'));
}

function idsOn(page: PetsPage): string[] {
  return page.pets.map((pet) => pet.snapshot().id);
}

/** Returns the ids on each page, from the first page to the last. Stops after 10 pages, so that a bug cannot loop forever. */
async function readPages(query: ListPetsQuery): Promise<string[][]> {
  const pages = [await listPets.execute(query)];
  for (let next = pages[0]!.next; next && pages.length < 10; next = pages.at(-1)!.next) {
    pages.push(await listPets.execute({ ...query, after: next }));
  }
  return pages.map(idsOn);
}

it.each([
  { count: 0, limit: 3, pages: [[]] },
  { count: 2, limit: 3, pages: [['1', '2']] },
  { count: 3, limit: 3, pages: [['1', '2', '3']] },
  { count: 4, limit: 3, pages: [['1', '2', '3'], ['4']] },
  {
    count: 4,
    limit: 2,
    pages: [
      ['1', '2'],
      ['3', '4'],
    ],
  },
  { count: 3, limit: 1, pages: [['1'], ['2'], ['3']] },
])('returns each of $count pets once in pages of $limit, in ascending order of id', async ({ count, limit, pages }) => {
  await addMany(count);
  expect(await readPages({ limit: PageLimit.of(limit) })).toEqual(pages);
});

it('returns each existing pet once while others are added', async () => {
  await addMany(4);
  const limit = PageLimit.of(2);
  const first = await listPets.execute({ limit });
  await addMany(3);
  expect(idsOn(first)).toEqual(['1', '2']);
  expect(await readPages({ limit, after: first.next })).toEqual([['3', '4'], ['5', '6'], ['7']]);
});
