import { InMemoryPetRepository } from './in-memory-pet.repository.ts';
import { petRepositoryContract } from './pet.repository.contract.ts';

describe('the contract of PetRepository', () => {
  for (const [rule, holds] of Object.entries(petRepositoryContract)) {
    it(rule, () => holds(new InMemoryPetRepository()));
  }
});
