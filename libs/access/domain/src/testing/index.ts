// For tests: fakes of the ports, and the contract that every ApiKeyRepository must pass.
export { apiKeyRepositoryContract } from './api-key.repository.contract.ts';
export { FakeClock, FakeCryptography } from './fake-platform.ts';
export { InMemoryApiKeyRepository } from './in-memory-api-key.repository.ts';
export { issuedAt, issuedKey } from './issued-key.ts';
