import type { Client } from 'pg';
import { MigrationExecutor, type DataSource, type MigrationInterface } from 'typeorm';
import { advisoryLocks } from './advisory-locks.ts';
import { inTransaction } from './transaction.ts';

/** Maximum wait for another instance that migrates. */
const instanceWait = '10s';

/**
 * Maximum wait for the lock of a table, in milliseconds. While a migration waits, the statements of running instances on that
 * table wait behind it. So this is less than their own lock timeout (1.35 s by default), and more than the 1 s after which
 * PostgreSQL cancels an autovacuum that holds the lock. If it elapses, `migrate` fails, and `Database.openWithRetry` retries.
 */
export const tableLockTimeout = 1_200;

/** The first statements of a transaction that migrates. */
export const lockStatements: readonly string[] = [
  `SET LOCAL lock_timeout = '${instanceWait}'`,
  `SELECT pg_advisory_xact_lock(${advisoryLocks.migrating})`,
  `SET LOCAL lock_timeout = ${tableLockTimeout}`,
];

/** Name under which TypeORM records a migration. */
export function nameOf(migration: MigrationInterface): string {
  return migration.name ?? migration.constructor.name;
}

/** The time at which a migration was written, in milliseconds since 1970: the end of its name. NaN if the name has none. */
export function timestampOf(name: string): number {
  return Number(/\d{13}$/.exec(name)?.[0] ?? NaN);
}

/** Returns the names of the migrations that have run, or undefined if the table that records them does not exist. */
export async function executedMigrations(client: Pick<Client, 'query'>): Promise<ReadonlySet<string> | undefined> {
  const { rows } = await client.query<{ found: boolean }>("SELECT to_regclass('migrations') IS NOT NULL AS found");
  if (!rows[0]?.found) return undefined;
  const run = await client.query<{ name: string }>('SELECT name FROM migrations');
  return new Set(run.rows.map(({ name }) => name));
}

/** Whether there are migrations that have not run. Waits for no lock of a running migration. */
export async function hasPendingMigrations(
  client: Pick<Client, 'query'>,
  { migrations }: Pick<DataSource, 'migrations'>,
): Promise<boolean> {
  const executed = await executedMigrations(client);
  return !executed || migrations.some((migration) => !executed.has(nameOf(migration)));
}

/**
 * Runs all pending migrations in one transaction. Instances that start together wait for each other, because each takes a
 * transaction-level advisory lock. This also works behind a pooler that shares sessions.
 * @returns the names of the migrations that were run
 */
export function migrate(dataSource: DataSource): Promise<string[]> {
  return inTransaction(dataSource, async (runner) => {
    for (const statement of lockStatements) await runner.query(statement);
    const run = await new MigrationExecutor(dataSource, runner).executePendingMigrations();
    return run.map(({ name }) => name);
  });
}
