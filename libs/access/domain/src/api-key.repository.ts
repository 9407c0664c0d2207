import type { Transaction } from '@petstore/kernel';
import type { ApiKey } from './api-key.ts';
import type { OperatorName } from './api-key.value-objects.ts';
import type { AuditEntry } from './audit-entry.ts';

/** A key, and the time by the clock of the repository when it was read. */
export interface FoundKey {
  readonly apiKey: ApiKey;
  readonly now: Date;
}

/**
 * Persistent storage of keys. Stores the hash of a secret instead of the secret. `api-key.repository.contract.ts` tests every implementation.
 * Without a transaction, a method that reads rejects with the DomainError `service_unavailable` if the storage is unavailable.
 */
export abstract class ApiKeyRepository {
  /** Returns the current time of the repository. All times of keys use this clock, because the clocks of instances differ. */
  abstract now(transaction?: Transaction): Promise<Date>;

  /** Stores an issued key and its log entry. */
  abstract add(apiKey: ApiKey, operator: OperatorName, transaction: Transaction): Promise<void>;

  /**
   * Returns whether the transaction may add the first key. It may if there is no key, if the log has no entry of an earlier key, and
   * if no other running transaction has got the same answer.
   */
  abstract claimFirst(transaction: Transaction): Promise<boolean>;

  /** Returns the key and locks it until the transaction ends. Returns undefined if there is no key with this public id. */
  abstract lock(publicId: string, transaction: Transaction): Promise<ApiKey | undefined>;

  /** Stores a revoked key and its log entry. */
  abstract revoke(revoked: ApiKey, operator: OperatorName, transaction: Transaction): Promise<void>;

  /** Returns the key whose secret has this hash, in any state. */
  abstract findByHash(secretHash: string, transaction?: Transaction): Promise<FoundKey | undefined>;

  /** Returns all keys, the oldest first. */
  abstract list(): Promise<ApiKey[]>;

  /** Sets the time of the last use to now. Does nothing if there is no key with this public id. */
  abstract recordUse(publicId: string): Promise<void>;

  /** Returns all log entries, the oldest first. */
  abstract log(): Promise<AuditEntry[]>;
}
