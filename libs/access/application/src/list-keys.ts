import type { ApiKeyRepository, ApiKeySnapshot, ApiKeyState } from '@petstore/access-domain';

export interface ListedKey extends ApiKeySnapshot {
  readonly state: ApiKeyState;
}

export class ListKeys {
  constructor(private readonly keys: ApiKeyRepository) {}

  /** All of them, the oldest first, each with what it is good for at the moment. */
  async execute(): Promise<ListedKey[]> {
    const [keys, now] = [await this.keys.list(), await this.keys.now()];
    return keys.map((apiKey) => ({ ...apiKey.snapshot(), state: apiKey.stateAt(now) }));
  }
}
