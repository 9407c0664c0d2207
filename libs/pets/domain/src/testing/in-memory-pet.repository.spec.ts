import { InMemoryPetRepository } from './in-memory-pet.repository.ts';
import { idempotencyContract } from './idempotency.contract.ts';
import { petRepositoryContract } from './pet.repository.contract.ts';

describe('the contract of PetRepository', () => {
  for (const [rule, holds] of Object.entries(petRepositoryContract)) {
    it(rule, () => holds(new InMemoryPetRepository()));
  }
});

describe('the contract of PetRepository, of repeated creates', () => {
  for (const [rule, holds] of Object.entries(idempotencyContract)) {
    it(rule, async () => {
      const pets = new InMemoryPetRepository();
      await holds(pets, async (milliseconds) => pets.letPass(milliseconds));
    });
  }
});
