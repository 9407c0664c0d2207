import { PageLimit } from '@petstore/kernel';
import { NewPet } from '@petstore/pets-domain';
import { InMemoryPetChanges, InMemoryPetRepository } from '@petstore/pets-domain/testing';
import { ListPetChanges } from './list-pet-changes.ts';

let changes: InMemoryPetChanges;
let pets: InMemoryPetRepository;
let listPetChanges: ListPetChanges;

beforeEach(() => {
  changes = new InMemoryPetChanges();
  pets = new InMemoryPetRepository(changes);
  listPetChanges = new ListPetChanges(changes);
});

const limit = PageLimit.of(2);

async function addPets(...names: string[]): Promise<void> {
  for (const name of names) await pets.add(NewPet.of({ name, categoryId: 1 }));
}

it('returns an empty page and the present without a position', async () => {
  await addPets('Before');
  const { pets: none, next } = await listPetChanges.execute({ limit });
  expect(none).toEqual([]);
  expect(next.text).toBe((await changes.latestPosition()).text);
});

it('returns the changes after a position page by page, and a position also after an empty page', async () => {
  let { next: after } = await listPetChanges.execute({ limit });
  await addPets('Rex', 'Tom', 'Zoe');
  const names: string[][] = [];
  for (let page = 0; page < 3; page++) {
    const { pets: changed, next } = await listPetChanges.execute({ after, limit });
    names.push(changed.map((pet) => pet.snapshot().name));
    after = next;
  }
  expect(names).toEqual([['Rex', 'Tom'], ['Zoe'], []]);
  expect(after.text).toBe((await changes.latestPosition()).text);
});

it('passes the limit and the signal to the feed', async () => {
  const signal = new AbortController().signal;
  const [latestPosition, after] = [jest.spyOn(changes, 'latestPosition'), jest.spyOn(changes, 'after')];
  const { next } = await listPetChanges.execute({ limit }, signal);
  await listPetChanges.execute({ after: next, limit }, signal);
  expect(latestPosition).toHaveBeenCalledWith(signal);
  expect(after).toHaveBeenCalledWith(next, 2, signal);
});
