import { InMemoryTransactions } from '@petstore/kernel/testing';
import { apiKeyRepositoryContract } from './api-key.repository.contract.ts';
import { InMemoryApiKeyRepository } from './in-memory-api-key.repository.ts';

describe('the contract of ApiKeyRepository', () => {
  for (const [rule, verify] of Object.entries(apiKeyRepositoryContract)) {
    it(rule, () => verify(new InMemoryApiKeyRepository(), new InMemoryTransactions()));
  }
});
