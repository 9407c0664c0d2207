import type { ApiKeyRepository, ApiKeySnapshot, ApiKeyState } from '@petstore/access-domain';

export interface ListedKey extends ApiKeySnapshot {
  readonly state: ApiKeyState;
}

export class ListKeys {
  constructor(private readonly keys: ApiKeyRepository) {}

  /** Returns all keys, the oldest first, with their states at the time of the repository. */
  async execute(): Promise<ListedKey[]> {
    const [keys, now] = [await this.keys.list(), await this.keys.now()];
    return keys.map((apiKey) => ({ ...apiKey.snapshot(), state: apiKey.stateAt(now) }));
  }
}
