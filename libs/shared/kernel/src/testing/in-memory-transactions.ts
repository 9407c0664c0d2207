import { Transaction } from '../transaction.ts';
import { Transactions } from '../transactions.ts';

class InMemoryTransaction extends Transaction {}

/** Test double. Runs one transaction at a time. Undoes nothing if the work fails, so use cases must check before they change. */
export class InMemoryTransactions extends Transactions {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const run = this.last.then(() => work(new InMemoryTransaction()));
    this.last = run.catch(() => undefined);
    return run;
  }
}
