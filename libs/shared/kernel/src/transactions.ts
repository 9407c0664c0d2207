import type { AbortSignal } from './abort-signal.ts';

/**
 * A transaction that is running. A use case passes it to each repository whose changes belong together, also to repositories
 * of two contexts. Only the adapter that began the transaction uses its members.
 */
export abstract class Transaction {
  /** TypeScript then accepts no other object as a Transaction. Does not exist at run time. */
  declare protected readonly isTransaction: true;
}

export interface TransactionOptions {
  /**
   * Names of what the transaction locks, by their paths, such as `pets/7`. Transactions of one process with the same resource run
   * one after another, in the order of arrival. An Idempotency-Key stands before a pet.
   */
  readonly resources?: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** Runs transactions in the storage that the repositories use. */
export abstract class Transactions {
  /**
   * Runs `work` in a new transaction, and resolves with its result when all changes are durable. If `work` rejects, nothing is
   * changed, and `run` rejects with the same error.
   * @throws DomainError `service_unavailable` if nothing was changed, `outcome_unknown` if the commit was not confirmed
   */
  abstract run<T>(work: (transaction: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
}
