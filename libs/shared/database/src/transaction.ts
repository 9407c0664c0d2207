import {
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
  type DataSource,
  type QueryRunner,
} from 'typeorm';
import { DatabaseUnavailable, translate } from './database.errors.ts';

/**
 * Runs `work` in one transaction. An error of `work` rolls the transaction back and is rethrown.
 * @throws DatabaseUnavailable if a statement failed before COMMIT was sent, or if COMMIT was rejected for a temporary reason
 * @throws OutcomeUnknown if there was no response to COMMIT
 */
export async function inTransaction<T>(dataSource: DataSource, work: (runner: QueryRunner) => Promise<T>): Promise<T> {
  let runner: QueryRunner | undefined;
  let isCommitting = false;
  try {
    runner = dataSource.createQueryRunner();
    await runner.startTransaction();
    const result = await work(runner);
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
}

/** Whether the connection ended between two statements. TypeORM then releases the runner and rejects every statement. */
function isConnectionLost(error: unknown): boolean {
  return error instanceof QueryRunnerAlreadyReleasedError || error instanceof QueryRunnerProviderAlreadyReleasedError;
}
