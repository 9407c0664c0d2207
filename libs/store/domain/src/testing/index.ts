// For tests: an in-memory repository and pets, and the contract that every OrderRepository must pass.
export * from './fakes.ts';
export * from './in-memory-order.repository.ts';
export * from './in-memory-ordered-pets.ts';
export * from './new-order-samples.ts';
export * from './order.repository.contract.ts';
