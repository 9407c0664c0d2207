import {
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
  type DataSource,
  type QueryRunner,
} from 'typeorm';
import { DatabaseUnavailable, translate } from './database.errors.ts';

/**
 * Runs `work` in one transaction. A failure before COMMIT is sent changes nothing. If COMMIT is sent and not answered, the
 * outcome is unknown. An error that `work` throws itself rolls back and is rethrown.
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
    // If the connection is lost, PostgreSQL rolls back.
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    if (isConnectionLost(error)) throw new DatabaseUnavailable(error);
    return translate('read')(error);
  }
}

function failCommit(error: unknown): never {
  // In this case COMMIT was not sent.
  if (isConnectionLost(error)) throw new DatabaseUnavailable(error);
  return translate('change')(error);
}

/** Whether the connection ended between two statements. TypeORM then releases the runner and rejects every statement. */
function isConnectionLost(error: unknown): boolean {
  return error instanceof QueryRunnerAlreadyReleasedError || error instanceof QueryRunnerProviderAlreadyReleasedError;
}
