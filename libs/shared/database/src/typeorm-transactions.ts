import { Transaction, Transactions, type TransactionOptions } from '@petstore/kernel';
import type { DataSource, QueryRunner } from 'typeorm';
import { inTransaction } from './transaction.ts';

class TypeOrmTransaction extends Transaction {
  constructor(readonly runner: QueryRunner) {
    super();
  }
}

/** Transactions of PostgreSQL, isolation level READ COMMITTED. */
export class TypeOrmTransactions extends Transactions {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  run<T>(work: (transaction: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T> {
    return inTransaction(this.dataSource, (runner) => work(new TypeOrmTransaction(runner)), options);
  }
}

/** @throws TypeError if another class has created the transaction */
export function runnerOf(transaction: Transaction): QueryRunner {
  if (transaction instanceof TypeOrmTransaction) return transaction.runner;
  throw new TypeError('this transaction does not belong to PostgreSQL');
}
