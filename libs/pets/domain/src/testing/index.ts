// For the tests of every room that needs pets without a database: the fake, and the contract that keeps it honest.
export { idempotencyContract } from './idempotency.contract.ts';
export { InMemoryPetRepository } from './in-memory-pet.repository.ts';
export { petRepositoryContract } from './pet.repository.contract.ts';
