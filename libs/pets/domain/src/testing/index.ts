// For tests that need pets without a database: an in-memory repository, and the contracts that every repository passes.
export { idempotencyContract } from './idempotency.contract.ts';
export { InMemoryPetRepository } from './in-memory-pet.repository.ts';
export { petRepositoryContract } from './pet.repository.contract.ts';
