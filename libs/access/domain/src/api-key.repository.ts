import type { ApiKey } from './api-key.ts';
import type { StoredAuditEntry, AuditEntry } from './audit-entry.ts';

/** A key to store, with its log entry. */
export interface NewApiKey {
  readonly apiKey: ApiKey;
  readonly secretHash: string;
  readonly entry: AuditEntry;
}

/** A change of a key, with its log entries. */
export interface KeyChange {
  readonly changed: ApiKey;
  readonly successor?: Omit<NewApiKey, 'entry'>;
  readonly entries: readonly AuditEntry[];
}

/** A key, and the time by the clock of the repository when it was read. */
export interface FoundKey {
  readonly apiKey: ApiKey;
  readonly now: Date;
}

/**
 * Persistent storage of keys. Stores the hash of a secret instead of the secret. Writes each change of a key and its log
 * entries in one transaction.
 * `api-key.repository.contract.ts` tests every implementation.
 */
export abstract class ApiKeyRepository {
  /** Returns the current time of the repository. All times of keys use this clock, because the clocks of instances differ. */
  abstract now(): Promise<Date>;

  /** Resolves after the key is stored durably. */
  abstract add(apiKey: ApiKey, secretHash: string, entry: AuditEntry): Promise<void>;

  /**
   * Stores the key that `create` returns. Does nothing if a key exists, or existed before and left a log entry. Of
   * concurrent calls, only one calls `create`, so `create` may have side effects.
   */
  abstract addFirst(create: (now: Date) => Promise<NewApiKey>): Promise<void>;

  /**
   * Stores the change that `decide` returns, and returns it. The key is locked from before `decide` reads it until the change
   * is stored. If `decide` throws, nothing changes and the error is rethrown.
   * @throws ApiKeyNotFound if there is no key with this public id
   */
  abstract change<T extends KeyChange>(publicId: string, decide: (apiKey: ApiKey, now: Date) => T): Promise<T>;

  /** Returns the key whose secret has this hash, in any state. */
  abstract findByHash(secretHash: string): Promise<FoundKey | undefined>;

  /** Returns all keys, the oldest first. */
  abstract list(): Promise<ApiKey[]>;

  /** Sets the time of the last use to now. Does nothing if there is no key with this public id. */
  abstract recordUse(publicId: string): Promise<void>;

  /** Removes the keys that the entries name. Stores the entries of the removed keys only, and returns their number. */
  abstract remove(entries: readonly AuditEntry[]): Promise<number>;

  /** Returns all log entries, the oldest first. */
  abstract log(): Promise<StoredAuditEntry[]>;
}
