import { apiKeyRepositoryContract } from './api-key.repository.contract.ts';
import { InMemoryApiKeyRepository } from './in-memory-api-key.repository.ts';

describe('the contract of ApiKeyRepository', () => {
  for (const [rule, check] of Object.entries(apiKeyRepositoryContract)) {
    it(rule, () => check(new InMemoryApiKeyRepository()));
  }
});
