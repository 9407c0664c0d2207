// For tests: an in-memory repository and pets, and the contract that every OrderRepository must pass.
export { InMemoryOrderedPets } from './in-memory-ordered-pets.ts';
export { InMemoryOrderRepository } from './in-memory-order.repository.ts';
export { orderRepositoryContract } from './order.repository.contract.ts';
