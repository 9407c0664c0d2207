// For tests: an in-memory repository, and the contract that every OrderRepository must pass.
export { InMemoryOrderRepository } from './in-memory-order.repository.ts';
export { orderRepositoryContract } from './order.repository.contract.ts';
