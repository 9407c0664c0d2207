import type { Deadline } from '@petstore/kernel';
import type { ApiKey } from './api-key.ts';
import type { AuditedEntry, AuditEntry } from './audit-entry.ts';

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

/** A key, and the time of the storage when it was read. */
export interface FoundKey {
  readonly apiKey: ApiKey;
  readonly now: Date;
}

/**
 * Persistent storage of keys by the hash of their secrets. Every change of a key and its log entries are one transaction.
 * `api-key.repository.contract.ts` tests every implementation.
 */
export abstract class ApiKeyRepository {
  /** The time by the clock of the storage. All times of keys use it, because the clocks of instances differ. */
  abstract now(): Promise<Date>;

  /** Resolves after the key is stored durably. */
  abstract add(apiKey: ApiKey, secretHash: string, entry: AuditEntry): Promise<void>;

  /**
   * Stores the key that `make` returns, unless a key exists or has existed (the log is not empty). Of concurrent calls, only
   * one calls `make`, so `make` may have side effects.
   */
  abstract addFirst(make: (now: Date) => Promise<NewApiKey>): Promise<void>;

  /**
   * Stores the change that `decide` returns, and returns it. The key is locked from before `decide` reads it until the change
   * is stored. If `decide` throws, nothing changes and the error is rethrown.
   * @throws ApiKeyNotFound
   */
  abstract change<T extends KeyChange>(publicId: string, decide: (apiKey: ApiKey, now: Date) => T): Promise<T>;

  /**
   * Returns the key with this hash, in any state.
   * @param deadline a look-up that has not started by then is skipped
   */
  abstract findByHash(secretHash: string, deadline?: Deadline): Promise<FoundKey | undefined>;

  /** All keys, the oldest first. */
  abstract list(): Promise<ApiKey[]>;

  /** Sets the time of the last use to now. */
  abstract recordUse(publicId: string): Promise<void>;

  /** Removes the keys that the entries name, and logs the entries of those that existed. Returns their number. */
  abstract remove(entries: readonly AuditEntry[]): Promise<number>;

  /** All log entries, the oldest first. */
  abstract log(): Promise<AuditedEntry[]>;
}
