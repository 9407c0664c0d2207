import { Deadline } from '@petstore/kernel';
import {
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
  type DataSource,
  type QueryRunner,
} from 'typeorm';
import { DatabaseUnavailable, OutcomeUnknown, translate } from './database.errors.ts';

/**
 * Runs `work` in one transaction. An error of `work` rolls the transaction back and is rethrown. At the deadline the returned
 * promise rejects, although a statement may still wait for a lock. The transaction is not committed after the deadline.
 * @throws DatabaseUnavailable if a statement failed or the deadline passed before COMMIT was sent, or if COMMIT was rejected for
 *   a temporary reason
 * @throws OutcomeUnknown if there was no response to COMMIT, or none before the deadline
 */
export function inTransaction<T>(
  dataSource: DataSource,
  work: (runner: QueryRunner) => Promise<T>,
  deadline = Deadline.none,
): Promise<T> {
  let isCommitting = false;
  let isExpired = false;
  const expire = () => {
    isExpired = true;
    const cause = new Error('the deadline of the request has passed');
    return isCommitting ? new OutcomeUnknown(cause) : new DatabaseUnavailable(cause);
  };
  const run = async () => {
    let runner: QueryRunner | undefined;
    try {
      runner = dataSource.createQueryRunner();
      await runner.startTransaction();
      const result = await work(runner);
      // Timers fire late when the process is busy.
      if (isExpired || deadline.remaining(performance.now()) <= 0) throw expire();
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
  if (deadline.at === Infinity) return run();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(expire()), deadline.delay(performance.now()));
    run()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

/** Whether the connection ended between two statements. TypeORM then releases the runner and rejects every statement. */
function isConnectionLost(error: unknown): boolean {
  return error instanceof QueryRunnerAlreadyReleasedError || error instanceof QueryRunnerProviderAlreadyReleasedError;
}
