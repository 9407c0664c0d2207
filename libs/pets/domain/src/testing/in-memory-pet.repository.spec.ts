import { InMemoryTransactions } from '@petstore/kernel/testing';
import { InMemoryPetRepository } from './in-memory-pet.repository.ts';
import { petRepositoryContract } from './pet.repository.contract.ts';

it.each(Object.entries(petRepositoryContract))('%s', async (_, verify) => {
  const pets = new InMemoryPetRepository();
  const advanceTime = async (milliseconds: number) => pets.advanceTime(milliseconds);
  await verify(pets, { transactions: new InMemoryTransactions(), advanceTime });
});
