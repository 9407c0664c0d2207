// For tests: fakes of the ports, and the contract that every ApiKeyRepository must pass.
export * from './api-key.repository.contract.ts';
export * from './fake-platform.ts';
export * from './in-memory-api-key.repository.ts';
export * from './issued-key.ts';
