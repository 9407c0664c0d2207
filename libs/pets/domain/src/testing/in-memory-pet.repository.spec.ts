import { InMemoryTransactions } from '@petstore/kernel/testing';
import { InMemoryPetRepository } from './in-memory-pet.repository.ts';
import { idempotencyContract } from './idempotency.contract.ts';
import { petRepositoryContract } from './pet.repository.contract.ts';
import { petUpdateContract } from './pet-update.contract.ts';

describe('the contract of PetRepository', () => {
  for (const [rule, verify] of Object.entries(petRepositoryContract)) {
    it(rule, () => verify(new InMemoryPetRepository()));
  }
});

describe('the idempotency contract of PetRepository', () => {
  for (const [rule, verify] of Object.entries(idempotencyContract)) {
    it(rule, async () => {
      const pets = new InMemoryPetRepository();
      await verify(pets, async (milliseconds) => pets.advanceTime(milliseconds));
    });
  }
});

describe('the update contract of PetRepository', () => {
  for (const [rule, verify] of Object.entries(petUpdateContract)) {
    it(rule, () => verify(new InMemoryPetRepository(), new InMemoryTransactions()));
  }
});
