import type { ApiKey } from './api-key.ts';

/** Where keys are kept: by hash, never by secret. */
export abstract class ApiKeyRepository {
  /** Keeps the key for good before it answers. */
  abstract add(apiKey: ApiKey, secretHash: string): Promise<void>;

  /** The key with this hash, unless it is revoked or, by the store's clock, expired. */
  abstract findUsable(secretHash: string): Promise<ApiKey | undefined>;

  /** Whether a key was ever issued and is still remembered. */
  abstract hasAny(): Promise<boolean>;
}
