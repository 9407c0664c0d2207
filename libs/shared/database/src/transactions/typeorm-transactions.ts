import {
  DomainError,
  IdempotencyConflict,
  TimeLimitExceeded,
  Transaction,
  Transactions,
  untilAborted,
  type TransactionOptions,
} from '@petstore/kernel';
import { QueryFailedError, type DataSource, type QueryRunner } from 'typeorm';
import type { DatabaseClient } from '../connection/database-client.ts';
import { DatabaseUnavailable, OutcomeUnknown, translate } from '../errors/database.errors.ts';
import { UnexpectedTransaction } from '../errors/operator.errors.ts';
import { runQueued } from './lock-queue.ts';

/**
 * Runs `work` as `Transactions.run` does, when the queue of its data source lets it (`runQueued`). When the signal aborts, the returned
 * promise rejects, although a statement may still wait for a lock. Then the transaction is not committed any more.
 * Nor is it if the signal's `verifyCaller` rejects after the work, because the work may have waited for a lock.
 * @throws IdempotencyConflict, DatabaseUnavailable
 * @throws OutcomeUnknown if there was no response to COMMIT, or none before the signal aborted
 */
export function inTransaction<T>(
  dataSource: DataSource,
  work: (runner: QueryRunner) => Promise<T>,
  { key, id, purpose, signal }: TransactionOptions = {},
): Promise<T> {
  // An id contains no space, so it is not the name of a key. The order is the same for all transactions (`runQueued`).
  const keyName = key && `${key.owner} ${key.text}`;
  const resources = [keyName, id?.decimal].filter((resource) => resource !== undefined);
  let isWaitingForKey = keyName !== undefined;
  let isCommitting = false;
  let transactionId: string | undefined;
  const abortError = () =>
    isWaitingForKey
      ? new IdempotencyConflict()
      : new (isCommitting ? OutcomeUnknown : DatabaseUnavailable)(new TimeLimitExceeded());
  const rejectIfAborted = () => {
    if (signal?.aborted) throw abortError();
  };
  let client: DatabaseClient | undefined;
  const attempt = async (isRepeatable: boolean) => {
    let runner: QueryRunner | undefined;
    try {
      rejectIfAborted();
      runner = dataSource.createQueryRunner();
      client = (await runner.connect()) as DatabaseClient;
      client.repeatsTransaction = isRepeatable;
      await runner.startTransaction(purpose === 'export' ? 'REPEATABLE READ' : undefined);
      if (purpose === 'export') await runner.query('SET TRANSACTION READ ONLY');
      // The work waits for a file or a terminal. pg_dump also sets this.
      if (purpose) await runner.query('SET LOCAL idle_in_transaction_session_timeout = 0');
      const transaction = new TypeOrmTransaction(runner);
      const result = await work(runner).catch(async (error: unknown) => {
        // Whoever may not change the data does not learn either why the change was refused.
        if (error instanceof DomainError) await signal?.verifyCaller?.(transaction);
        throw error;
      });
      await signal?.verifyCaller?.(transaction);
      rejectIfAborted();
      if (purpose === 'import') {
        // The operator needs it if the connection is lost during COMMIT.
        const current = 'SELECT pg_current_xact_id() AS id';
        [{ id: transactionId }] = await runner.manager.query<[{ id: string }]>(current);
      }
      isCommitting = true;
      await runner.commitTransaction();
      return result;
    } catch (error) {
      // If the connection is lost, PostgreSQL rolls back.
      if (!isCommitting && runner?.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      // Before COMMIT is sent, nothing can be committed. An export changes nothing, so its COMMIT has no unknown outcome.
      if (purpose === 'export') return translate('read')(error);
      if (isUnexpectedTransaction(error)) throw new OutcomeUnknown(error, transactionId);
      return translate(isCommitting ? 'change' : 'read', transactionId)(error);
    } finally {
      await runner?.release();
    }
  };
  const run = async () => {
    // The file of an import or export would be read or written twice.
    if (purpose) return attempt(false);
    return attempt(true).catch((error) => {
      // Nothing was committed.
      if (client?.hasRefusedName && !isCommitting) return attempt(false);
      throw error;
    });
  };
  // The key is the first resource.
  const onTurn = () => (isWaitingForKey = false);
  return untilAborted(runQueued(dataSource, resources, run, onTurn), signal, abortError);
}

/** Whether a pooler may have committed statements before COMMIT, or instead of it. */
function isUnexpectedTransaction(error: unknown): boolean {
  if (error instanceof QueryFailedError) return isUnexpectedTransaction(error.driverError);
  if (error instanceof DatabaseUnavailable) return isUnexpectedTransaction(error.cause);
  return error instanceof UnexpectedTransaction;
}

/** A connection with a transaction, or with one statement that PostgreSQL commits by itself. */
export class TypeOrmTransaction extends Transaction {
  constructor(readonly runner: QueryRunner) {
    super();
  }
}

/** Transactions of PostgreSQL. Their isolation level is READ COMMITTED, that of an export REPEATABLE READ. */
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
