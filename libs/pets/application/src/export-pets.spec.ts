import { InMemoryTransactions } from '@petstore/kernel/testing';
import { NewPet, PetId } from '@petstore/pets-domain';
import { InMemoryPetRepository } from '@petstore/pets-domain/testing';
import { ExportPets } from './export-pets.ts';

async function repositoryOf(count: number): Promise<InMemoryPetRepository> {
  const pets = new InMemoryPetRepository();
  for (let id = 1; id <= count; id++)
    await pets.add(NewPet.of({ name: `Pet ${id}`, categoryId: id }).register('key_1'));
  return pets;
}

it('passes all pets in ascending order of id, and returns their number', async () => {
  const ids: string[] = [];
  const exportPets = new ExportPets(await repositoryOf(5_000), new InMemoryTransactions());
  expect(await exportPets.execute(async (pets) => void ids.push(...pets.map(({ id }) => id)))).toBe(5_000);
  expect(ids).toEqual(Array.from({ length: 5_000 }, (_, index) => String(index + 1)));
});

it('passes the share of the ids that were read', async () => {
  const shares: number[] = [];
  await new ExportPets(await repositoryOf(5_000), new InMemoryTransactions()).execute(
    async (_, progress) => void shares.push(progress),
  );
  expect(shares).toEqual([0.4, 0.8, 1]);
});

it('passes the progress of a list that begins with a great id', async () => {
  const pets = await repositoryOf(5_000);
  // As after the first 1,000 pets were deleted.
  const read = pets.read.bind(pets);
  jest.spyOn(pets, 'read').mockImplementation((after, limit) => read(after ?? new PetId('1000'), limit));
  const shares: number[] = [];
  const exportPets = new ExportPets(pets, new InMemoryTransactions());
  expect(await exportPets.execute(async (_, progress) => void shares.push(progress))).toBe(4_000);
  expect(shares).toEqual([0.5, 1]);
});

it('does not call `write` if there are no pets', async () => {
  const write = jest.fn();
  expect(await new ExportPets(await repositoryOf(0), new InMemoryTransactions()).execute(write)).toBe(0);
  expect(write).not.toHaveBeenCalled();
});

it('rejects with the error of `write`, and writes no other batch', async () => {
  const failure = new Error('the disk is full');
  const write = jest.fn().mockRejectedValue(failure);
  const exporting = new ExportPets(await repositoryOf(5_000), new InMemoryTransactions()).execute(write);
  await expect(exporting).rejects.toBe(failure);
  expect(write).toHaveBeenCalledTimes(1);
});
