import { NewPet } from '@petstore/pets-domain';
import { InMemoryPetRepository } from '@petstore/pets-domain/testing';
import { ExportPets } from './export-pets.ts';

async function repositoryOf(count: number): Promise<InMemoryPetRepository> {
  const pets = new InMemoryPetRepository();
  for (let id = 1; id <= count; id++) await pets.add(NewPet.of({ name: `Pet ${id}`, categoryId: id }));
  return pets;
}

it('passes all pets in ascending order of id, and returns their number', async () => {
  const ids: string[] = [];
  const exportPets = new ExportPets(await repositoryOf(2_500));
  expect(await exportPets.execute(async (pets) => void ids.push(...pets.map(({ id }) => id)))).toBe(2_500);
  expect(ids).toEqual(Array.from({ length: 2_500 }, (_, index) => String(index + 1)));
});

it('passes the share of the ids that were read', async () => {
  const shares: number[] = [];
  await new ExportPets(await repositoryOf(2_500)).execute(async (_, progress) => void shares.push(progress));
  expect(shares).toEqual([0.4, 0.8, 1]);
});

it('passes the progress of a list that begins with a great id', async () => {
  const pets = await repositoryOf(2);
  const read = pets.readAll.bind(pets);
  // Only the second pet is left, as after the first was deleted.
  jest
    .spyOn(pets, 'readAll')
    .mockImplementation((receive) => read((batch) => receive({ ...batch, pets: batch.pets.slice(1) })));
  const shares: number[] = [];
  expect(await new ExportPets(pets).execute(async (_, progress) => void shares.push(progress))).toBe(1);
  expect(shares).toEqual([1]);
});

it('does not call `write` if there are no pets', async () => {
  const write = jest.fn();
  expect(await new ExportPets(await repositoryOf(0)).execute(write)).toBe(0);
  expect(write).not.toHaveBeenCalled();
});
