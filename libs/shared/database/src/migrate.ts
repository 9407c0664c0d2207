import type { Client } from 'pg';
import { MigrationExecutor, type DataSource } from 'typeorm';
import { advisoryLocks } from './advisory-locks.ts';
import { inTransaction } from './transaction.ts';

/** Maximum wait for the advisory lock and for table locks. If it elapses, `migrate` fails, and `Database.openWithRetry` retries. */
const lockTimeout = '10s';

/** Whether there are migrations that have not run. Waits for no lock of a running migration. */
export async function hasPendingMigrations(
  client: Pick<Client, 'query'>,
  { migrations }: Pick<DataSource, 'migrations'>,
): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>("SELECT to_regclass('migrations') IS NOT NULL AS found");
  if (!rows[0]?.found) return true;
  const run = await client.query<{ name: string }>('SELECT name FROM migrations');
  const names = new Set(run.rows.map(({ name }) => name));
  return migrations.some((migration) => !names.has(migration.name ?? migration.constructor.name));
}

/**
 * Runs all pending migrations in one transaction. Instances that start together wait for each other, because each takes a
 * transaction-level advisory lock. This also works behind a pooler that shares sessions.
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
