import { MigrationExecutor, type DataSource } from 'typeorm';
import { advisoryLocks } from './advisory-locks.ts';

/** Others who migrate, or use a table, are waited for that long; then it is told, and tried again. */
const lockTimeout = '10s';

/** Whether there is anything to run: two small reads, and no lock. */
export async function hasPendingMigrations(dataSource: DataSource): Promise<boolean> {
  const [table] = await dataSource.query<{ isThere: boolean }[]>(
    `SELECT to_regclass('migrations') IS NOT NULL AS "isThere"`,
  );
  if (!table?.isThere) return true;
  const run = await dataSource.query<{ name: string }[]>('SELECT name FROM migrations');
  const names = new Set(run.map(({ name }) => name));
  return dataSource.migrations.some((migration) => !names.has(migration.name ?? migration.constructor.name));
}

/**
 * Runs what has not been run, all of it or nothing, in one transaction. The lock is the transaction's own, so that
 * instances that start together wait for each other, also behind a pooler that shares sessions.
 * @returns the names of the migrations that were run
 */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  const queryRunner = dataSource.createQueryRunner();
  try {
    await queryRunner.startTransaction();
    await queryRunner.query(`SET LOCAL lock_timeout = '${lockTimeout}'`);
    await queryRunner.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.migrating]);
    const run = await new MigrationExecutor(dataSource, queryRunner).executePendingMigrations();
    await queryRunner.commitTransaction();
    return run.map(({ name }) => name);
  } catch (error) {
    // Where there is no connection left, PostgreSQL has undone it by itself; what counts is why.
    if (queryRunner.isTransactionActive) await queryRunner.rollbackTransaction().catch(() => undefined);
    throw error;
  } finally {
    await queryRunner.release();
  }
}
