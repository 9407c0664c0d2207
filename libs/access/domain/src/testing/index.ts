// For tests: fakes of the ports, and the contract that every ApiKeyRepository must pass.
export { FakeCryptography } from './fake-cryptography.ts';
export { InMemoryApiKeyRepository } from './in-memory-api-key.repository.ts';
export { FakeClock } from './fake-clock.ts';
export { apiKeyRepositoryContract } from './api-key.repository.contract.ts';
export { issuedAt, issuedKey } from './issued-key.ts';
