import { InMemoryPetRepository } from './in-memory-pet.repository.ts';
import { idempotencyContract } from './idempotency.contract.ts';
import { petRepositoryContract } from './pet.repository.contract.ts';

describe('the contract of PetRepository', () => {
  for (const [rule, check] of Object.entries(petRepositoryContract)) {
    it(rule, () => check(new InMemoryPetRepository()));
  }
});

describe('the contract of PetRepository for repeated creates', () => {
  for (const [rule, check] of Object.entries(idempotencyContract)) {
    it(rule, async () => {
      const pets = new InMemoryPetRepository();
      await check(pets, async (milliseconds) => pets.advanceTime(milliseconds));
    });
  }
});
