import type { ApiKey } from './api-key.ts';
import type { AuditEntry, StoredAuditEntry } from './audit-entry.ts';

/** A key to store, with its log entry. */
export interface NewApiKey {
  readonly apiKey: ApiKey;
  readonly secretHash: string;
  readonly entry: AuditEntry;
}

/** A change of a key, with its log entry. */
export interface KeyChange {
  readonly changed: ApiKey;
  readonly entry: AuditEntry;
}

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

  /** Resolves after the key is stored durably. */
  abstract add(newKey: NewApiKey): Promise<void>;

  /**
   * Stores the key that `create` returns. Does nothing if a key exists, or existed before and left a log entry. Of
   * concurrent calls, only one calls `create`, so `create` may have side effects.
   */
  abstract addFirst(create: (now: Date) => Promise<NewApiKey>): Promise<void>;

  /**
   * Stores the change that `decide` returns. The key is locked from before `decide` reads it until the change is stored. If
   * `decide` throws, nothing changes and the error is rethrown.
   * @throws ApiKeyNotFound if there is no key with this public id
   */
  abstract change(publicId: string, decide: (apiKey: ApiKey, now: Date) => KeyChange): Promise<void>;

  /** Returns the key whose secret has this hash, in any state. */
  abstract findByHash(secretHash: string): Promise<FoundKey | undefined>;

  /** Returns all keys, the oldest first. */
  abstract list(): Promise<ApiKey[]>;

  /** Sets the time of the last use to now. Does nothing if there is no key with this public id. */
  abstract recordUse(publicId: string): Promise<void>;

  /** Returns all log entries, the oldest first. */
  abstract log(): Promise<StoredAuditEntry[]>;
}
