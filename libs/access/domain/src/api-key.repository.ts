import type { ApiKey } from './api-key.ts';
import type { Actor } from './api-key.value-objects.ts';
import type { AuditEntry } from './audit-entry.ts';

/** A key, and the time by the clock of the repository when it was read. */
export interface FoundKey {
  readonly apiKey: ApiKey;
  readonly now: Date;
}

/**
 * Persistent storage of keys. Stores the hash of a secret instead of the secret. Writes each change of a key and its log
 * entry in one transaction.
 * `api-key.repository.contract.ts` tests every implementation.
 */
export abstract class ApiKeyRepository {
  /** Returns the current time of the repository. All times of keys use this clock, because the clocks of instances differ. */
  abstract now(): Promise<Date>;

  /** Stores an issued key. */
  abstract add(apiKey: ApiKey, actor: Actor): Promise<void>;

  /**
   * Stores the key that `issue` returns. Does nothing if a key exists, or existed before and left a log entry. Of
   * concurrent calls, only one calls `issue`, so `issue` may have side effects.
   */
  abstract addFirst(issue: (now: Date) => Promise<ApiKey>, actor: Actor): Promise<void>;

  /**
   * Revokes a key permanently.
   * @throws ApiKeyNotFound if there is no key with this public id
   * @throws ApiKeyAlreadyRevoked if the key was revoked before. Of concurrent calls, only one revokes it.
   */
  abstract revoke(publicId: string, actor: Actor): Promise<void>;

  /** Returns the key whose secret has this hash, in any state. */
  abstract findByHash(secretHash: string): Promise<FoundKey | undefined>;

  /** Returns all keys, the oldest first. */
  abstract list(): Promise<ApiKey[]>;

  /** Sets the time of the last use to now. Does nothing if there is no key with this public id. */
  abstract recordUse(publicId: string): Promise<void>;

  /** Returns all log entries, the oldest first. */
  abstract log(): Promise<AuditEntry[]>;
}
