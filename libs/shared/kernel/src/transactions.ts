import type { AbortSignal } from './abort-signal.ts';
import type { IdempotencyKey } from './idempotency-key.ts';
import type { Int64Id } from './values/int64.ts';
import type { Transaction } from './transaction.ts';

export interface TransactionOptions {
  /** The key that the transaction claims. Transactions of one process with the same key run one after another. */
  readonly key?: IdempotencyKey | undefined;
  /** The id of the record that the transaction locks. Transactions of one process with the same id run one after another. */
  readonly id?: Int64Id | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * For work that waits for something slow, such as a file or a terminal.
   * - `import`: the storage does not end a transaction that is idle.
   * - `export`: as `import`, but all reads see the state at the start of the transaction, and nothing can be changed.
   */
  readonly purpose?: 'import' | 'export' | undefined;
}

export abstract class Transactions {
  /**
   * Runs `work` in a new transaction, and resolves with its result when all changes are durable. If `work` rejects, nothing is
   * changed, and `run` rejects with the same error. Without a purpose, `work` may be called a second time, when nothing was changed.
   * @throws DomainError `service_unavailable` if nothing was changed, `outcome_unknown` if the commit was not confirmed
   * @throws IdempotencyConflict if another transaction of this process with the key does not end before the signal aborts
   */
  abstract run<T>(work: (transaction: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
}
