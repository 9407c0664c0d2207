// For the tests of every room that needs keys without a database: the fakes, and the contract that keeps them honest.
export { CountingCryptography } from './counting-cryptography.ts';
export { InMemoryApiKeyRepository } from './in-memory-api-key.repository.ts';
export { apiKeyRepositoryContract } from './api-key.repository.contract.ts';
