import { InMemoryTransactions } from '@petstore/kernel/testing';
import { InMemoryPetRepository } from './in-memory-pet.repository.ts';
import { petRepositoryContract } from './pet.repository.contract.ts';

it.each(Object.entries(petRepositoryContract))('%s', (_, verify) => {
  const pets = new InMemoryPetRepository();
  return verify(pets, new InMemoryTransactions(), pets.log);
});
