// For the tests of every room that needs keys without a database: the fakes, and the contract that keeps them honest.
export { CountingCryptography } from './counting-cryptography.ts';
export { InMemoryApiKeyRepository } from './in-memory-api-key.repository.ts';
export { SlowApiKeyRepository } from './slow-api-key.repository.ts';
export { SteadyClock } from './steady-clock.ts';
export { apiKeyRepositoryContract } from './api-key.repository.contract.ts';
export { issuedAt, issuedKey } from './issued-key.ts';
