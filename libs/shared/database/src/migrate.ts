import type { Client } from 'pg';
import { MigrationExecutor, type DataSource, type MigrationInterface } from 'typeorm';
import { advisoryLocks } from './advisory-locks.ts';

/** Ends the timeouts that the role or the database sets, because a migration may take long. */
const noTimeouts = `
  SELECT set_config(name, '0', true) FROM pg_settings
  WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;

/** Returns the names of the migrations that have not run, in the order of their timestamps. Changes nothing and waits for no running migration. */
export async function pendingMigrations(
  client: Pick<Client, 'query'>,
  { migrations }: Pick<DataSource, 'migrations'>,
): Promise<string[]> {
  const { rows } = await client.query<{ found: boolean }>("SELECT to_regclass('migrations') IS NOT NULL AS found");
  const executed = rows[0]!.found ? (await client.query<{ name: string }>('SELECT name FROM migrations')).rows : [];
  const pending = migrations.map(nameOf).filter((name) => !executed.some((row) => row.name === name));
  return pending.sort((first, second) => timestampOf(first) - timestampOf(second));
}

/**
 * Runs all pending migrations in one transaction. If one fails, none has run. Processes that start together wait for each other: the lock
 * belongs to the transaction, so it also works behind a pooler that shares sessions.
 * @returns the names of the migrations that were run
 */
export function migrate(dataSource: DataSource): Promise<string[]> {
  return dataSource.transaction(async ({ queryRunner }) => {
    await queryRunner!.query(noTimeouts);
    await queryRunner!.query(`SELECT pg_advisory_xact_lock(${advisoryLocks.migrating})`);
    const executor = new MigrationExecutor(dataSource, queryRunner);
    executor.transaction = 'all';
    const run = await executor.executePendingMigrations();
    return run.map(({ name }) => name);
  });
}

/** Returns the name under which TypeORM records a migration. */
function nameOf(migration: MigrationInterface): string {
  return migration.name ?? migration.constructor.name;
}

/** A name ends with the 13 digits of its timestamp, which TypeORM requires. */
function timestampOf(name: string): number {
  return Number(name.slice(-13));
}
