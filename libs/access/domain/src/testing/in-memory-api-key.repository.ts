import type { ApiKey } from '../api-key.ts';
import { ApiKeyRepository } from '../api-key.repository.ts';

/** The fake: nothing kept beyond the process, nothing revoked or expired. */
export class InMemoryApiKeyRepository extends ApiKeyRepository {
  private readonly keys = new Map<string, ApiKey>();

  async add(apiKey: ApiKey, secretHash: string): Promise<void> {
    this.keys.set(secretHash, apiKey);
  }

  async findUsable(secretHash: string): Promise<ApiKey | undefined> {
    return this.keys.get(secretHash);
  }

  async hasAny(): Promise<boolean> {
    return this.keys.size > 0;
  }
}
