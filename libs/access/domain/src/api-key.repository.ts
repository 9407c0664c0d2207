import type { Deadline } from '@petstore/kernel';
import type { ApiKey } from './api-key.ts';
import type { AuditedEntry, AuditEntry } from './audit-entry.ts';

/** What becomes of a key, and of the log with it. */
export interface KeyChange {
  readonly changed: ApiKey;
  readonly successor?: { readonly apiKey: ApiKey; readonly secretHash: string };
  readonly entries: readonly AuditEntry[];
}

/** A key that is to be kept. */
export interface NewApiKey {
  readonly apiKey: ApiKey;
  readonly secretHash: string;
  readonly entry: AuditEntry;
}

/** Where keys are kept: by hash, never by secret. What changes a key writes the log too, both or neither. */
export abstract class ApiKeyRepository {
  /** The store's clock: those of instances differ, and a key's times must not. */
  abstract now(): Promise<Date>;

  /** Keeps the key for good before it answers. */
  abstract add(apiKey: ApiKey, secretHash: string, entry: AuditEntry): Promise<void>;

  /**
   * Keeps what `make` makes, unless there is a key, or was one: the log is not empty. Of several concurrent calls only one
   * calls `make`, so that it may do what must be done once.
   */
  abstract addFirst(make: (now: Date) => Promise<NewApiKey>): Promise<void>;

  /**
   * Nobody else changes the key between `decide`, which sees it as it is, and the keeping of what was decided. What
   * `decide` throws changes nothing and is thrown on. Answers what was decided.
   * @throws ApiKeyNotFound
   */
  abstract change<Change extends KeyChange>(
    publicId: string,
    decide: (apiKey: ApiKey, now: Date) => Change,
  ): Promise<Change>;

  /**
   * The key with this hash, in whatever state, and the store's time beside it.
   * @param deadline when the caller stops waiting: a store that has not begun by then need not look
   */
  abstract findByHash(secretHash: string, deadline?: Deadline): Promise<{ apiKey: ApiKey; now: Date } | undefined>;

  /** All of them, the oldest first. */
  abstract list(): Promise<ApiKey[]>;

  /** Notes that the key has been used just now. */
  abstract noteUse(publicId: string): Promise<void>;

  /** Forgets the keys that the entries name, and remembers the entries. Answers how many of them were still there. */
  abstract remove(entries: readonly AuditEntry[]): Promise<number>;

  /** What was done to keys, the oldest first. */
  abstract log(): Promise<AuditedEntry[]>;
}
