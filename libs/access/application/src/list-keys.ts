import type { ApiKeyRepository, ApiKeySnapshot, ApiKeyState } from '@petstore/access-domain';

export interface ListedKey extends Omit<ApiKeySnapshot, 'secretHash'> {
  readonly state: ApiKeyState;
}

export class ListKeys {
  constructor(private readonly keys: ApiKeyRepository) {}

  /** Returns all keys, the oldest first, with their states at the time of the repository. */
  async execute(): Promise<ListedKey[]> {
    const [keys, now] = [await this.keys.list(), await this.keys.now()];
    return keys.map((apiKey) => {
      const { publicId, name, hint, access, createdAt, expiresAt, revokedAt, lastUsedAt } = apiKey.snapshot();
      const state = apiKey.stateAt(now);
      return { publicId, name, hint, access, createdAt, expiresAt, revokedAt, lastUsedAt, state };
    });
  }
}
