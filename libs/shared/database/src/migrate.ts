import type { Client } from 'pg';
import { MigrationExecutor, type DataSource } from 'typeorm';
import { advisoryLocks } from './advisory-locks.ts';
import { inTransaction } from './transaction.ts';

/** Others who migrate, or use a table, are waited for that long; then it is told, and tried again. */
const lockTimeout = '10s';

/** Whether there is anything to run: two small reads, and no lock. */
export async function hasPendingMigrations(
  client: Pick<Client, 'query'>,
  { migrations }: Pick<DataSource, 'migrations'>,
): Promise<boolean> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `SELECT to_regclass('migrations') IS NOT NULL AS "isThere"`,
  );
  if (!rows[0]?.isThere) return true;
  const run = await client.query<{ name: string }>('SELECT name FROM migrations');
  const names = new Set(run.rows.map(({ name }) => name));
  return migrations.some((migration) => !names.has(migration.name ?? migration.constructor.name));
}

/**
 * Runs what has not been run, all of it or nothing, in one transaction. The lock is the transaction's own, so that
 * instances that start together wait for each other, also behind a pooler that shares sessions.
 * @returns the names of the migrations that were run
 */
export function migrate(dataSource: DataSource): Promise<string[]> {
  return inTransaction(dataSource, async (runner) => {
    await runner.query(`SET LOCAL lock_timeout = '${lockTimeout}'`);
    await runner.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.migrating]);
    const run = await new MigrationExecutor(dataSource, runner).executePendingMigrations();
    return run.map(({ name }) => name);
  });
}
