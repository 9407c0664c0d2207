import {
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
  type DataSource,
  type QueryRunner,
} from 'typeorm';
import { DatabaseUnavailable, translate } from './database.errors.ts';

/**
 * Runs the work in one transaction. Until COMMIT is sent, a failure means that nothing was changed. If COMMIT is sent and not
 * answered, the outcome is unknown. What `work` throws by itself is thrown as it came, and changes nothing.
 * @throws DatabaseUnavailable
 * @throws OutcomeUnknown
 */
export async function inTransaction<T>(dataSource: DataSource, work: (runner: QueryRunner) => Promise<T>): Promise<T> {
  const runner = createRunner(dataSource);
  try {
    const result = await beforeCommit(runner, work);
    await runner.commitTransaction().catch(failCommit);
    return result;
  } finally {
    await runner.release();
  }
}

function createRunner(dataSource: DataSource): QueryRunner {
  try {
    return dataSource.createQueryRunner();
  } catch (error) {
    return translate('read')(error);
  }
}

async function beforeCommit<T>(runner: QueryRunner, work: (runner: QueryRunner) => Promise<T>): Promise<T> {
  try {
    await runner.startTransaction();
    return await work(runner);
  } catch (error) {
    // Without a connection, PostgreSQL rolls back by itself.
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    if (isConnectionLost(error)) throw new DatabaseUnavailable(error);
    return translate('read')(error);
  }
}

function failCommit(error: unknown): never {
  // Then COMMIT was not sent.
  if (isConnectionLost(error)) throw new DatabaseUnavailable(error);
  return translate('change')(error);
}

/** The connection ended between two statements: TypeORM then releases the runner, and refuses to send anything more. */
function isConnectionLost(error: unknown): boolean {
  return error instanceof QueryRunnerAlreadyReleasedError || error instanceof QueryRunnerProviderAlreadyReleasedError;
}
