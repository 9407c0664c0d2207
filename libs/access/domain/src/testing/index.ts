// For tests that need keys without a database: fakes, and the contract that every repository passes.
export { FakeCryptography } from './fake-cryptography.ts';
export { InMemoryApiKeyRepository } from './in-memory-api-key.repository.ts';
export { DelayedApiKeyRepository } from './delayed-api-key.repository.ts';
export { FakeClock } from './fake-clock.ts';
export { apiKeyRepositoryContract } from './api-key.repository.contract.ts';
export { issuedAt, issuedKey } from './issued-key.ts';
