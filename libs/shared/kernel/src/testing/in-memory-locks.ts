import type { Transaction } from '../transaction.ts';
import type { Int64Id } from '../values/int64.ts';

/**
 * The records that each transaction has locked. A repository in memory refuses the change of any other, because in a real storage another
 * transaction could change the record between its read and its change.
 */
export class InMemoryLocks {
  private readonly ids = new WeakMap<Transaction, Set<string>>();

  add({ decimal }: Int64Id, transaction: Transaction): void {
    this.ids.set(transaction, new Set(this.ids.get(transaction)).add(decimal));
  }

  /** @throws Error if the transaction has not locked the record */
  require({ decimal }: Int64Id, transaction: Transaction): void {
    if (!this.ids.get(transaction)?.has(decimal))
      throw new Error(
        `${decimal} is changed in a transaction that has not locked it: call lock, and change what it returns`,
      );
  }
}
