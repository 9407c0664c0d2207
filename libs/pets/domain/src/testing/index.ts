// For tests: in-memory implementations of the ports, and the contracts that every implementation must pass.
export * from './fakes.ts';
export * from './in-memory-import-keys.ts';
export * from './in-memory-pet.repository.ts';
export * from './new-pet-samples.ts';
export * from './pet.repository.contract.ts';
