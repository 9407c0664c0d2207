import { Deadline, type TransactionOptions } from '@petstore/kernel';
import {
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
  type DataSource,
  type QueryRunner,
} from 'typeorm';
import { DatabaseUnavailable, OutcomeUnknown, translate } from './database.errors.ts';
import { runQueued } from './lock-queue.ts';

/**
 * Runs `work` in one transaction, when the queue of its data source lets it (`runQueued`). An error of `work` rolls the transaction back and is rethrown. At the deadline the returned
 * promise rejects, although a statement may still wait for a lock. The transaction is not committed after the deadline.
 * @throws DatabaseUnavailable if a statement failed or the deadline passed before COMMIT was sent, or if COMMIT was rejected for
 *   a temporary reason
 * @throws OutcomeUnknown if there was no response to COMMIT, or none before the deadline
 */
export function inTransaction<T>(
  dataSource: DataSource,
  work: (runner: QueryRunner) => Promise<T>,
  { resources = [], deadline = Deadline.none }: TransactionOptions = {},
): Promise<T> {
  let isCommitting = false;
  let isExpired = false;
  const expire = () => {
    isExpired = true;
    const cause = new Error('the deadline of the request has passed');
    return isCommitting ? new OutcomeUnknown(cause) : new DatabaseUnavailable(cause);
  };
  const rejectIfExpired = () => {
    // Timers fire late when the process is busy.
    if (isExpired || deadline.remaining(performance.now()) <= 0) throw expire();
  };
  const run = async () => {
    let runner: QueryRunner | undefined;
    try {
      rejectIfExpired();
      runner = dataSource.createQueryRunner();
      await runner.startTransaction();
      const result = await work(runner);
      rejectIfExpired();
      isCommitting = true;
      await runner.commitTransaction();
      return result;
    } catch (error) {
      // If the connection is lost, PostgreSQL rolls back.
      if (!isCommitting && runner?.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      // TypeORM rejected the statement, so COMMIT was not sent.
      if (isConnectionLost(error)) throw new DatabaseUnavailable(error);
      return translate(isCommitting ? 'change' : 'read')(error);
    } finally {
      await runner?.release();
    }
  };
  const running = runQueued(dataSource, resources, run);
  if (deadline.at === Infinity) return running;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(expire()), deadline.delay(performance.now()));
    running.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Whether the connection ended between two statements. TypeORM then releases the runner and rejects every statement. */
function isConnectionLost(error: unknown): boolean {
  return error instanceof QueryRunnerAlreadyReleasedError || error instanceof QueryRunnerProviderAlreadyReleasedError;
}
