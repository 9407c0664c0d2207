import { MigrationExecutor, type DataSource } from 'typeorm';

/** Any number nobody else locks; all instances must agree on it for ever. */
const lock = 7_065_747_373;

/**
 * Runs what has not been run, all of it or nothing, in one transaction. The lock is the transaction's own, so that
 * instances that start together wait for each other, also behind a pooler that shares sessions.
 * @returns the names of the migrations that were run
 */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  const queryRunner = dataSource.createQueryRunner();
  try {
    await queryRunner.startTransaction();
    await queryRunner.query('SELECT pg_advisory_xact_lock($1)', [lock]);
    const run = await new MigrationExecutor(dataSource, queryRunner).executePendingMigrations();
    await queryRunner.commitTransaction();
    return run.map(({ name }) => name);
  } catch (error) {
    if (queryRunner.isTransactionActive) await queryRunner.rollbackTransaction();
    throw error;
  } finally {
    await queryRunner.release();
  }
}
