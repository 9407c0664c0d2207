// For tests: in-memory implementations of the ports, and the contracts that every implementation must pass.
export { idempotencyContract } from './idempotency.contract.ts';
export { InMemoryPetChanges } from './in-memory-pet-changes.ts';
export { InMemoryPetRepository } from './in-memory-pet.repository.ts';
export { petRepositoryContract } from './pet.repository.contract.ts';
export { petChangesContract, type ChangingStore } from './pet-changes.contract.ts';
export { petUpdateContract } from './pet-update.contract.ts';
export { newPetSamples } from './new-pet-samples.ts';
