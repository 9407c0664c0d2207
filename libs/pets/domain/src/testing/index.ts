// For tests: an in-memory repository, and the contracts that every PetRepository must pass.
export { idempotencyContract } from './idempotency.contract.ts';
export { InMemoryPetRepository } from './in-memory-pet.repository.ts';
export { petRepositoryContract } from './pet.repository.contract.ts';
export { newPetSamples } from './new-pet-samples.ts';
