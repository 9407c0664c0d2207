import { MigrationExecutor, type DataSource } from 'typeorm';
import { advisoryLocks } from './advisory-locks.ts';

/** Ends the timeouts that the role or the database sets, because a migration may take long. */
const noTimeouts = `
  SELECT set_config(name, '0', true) FROM pg_settings
  WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;

/** Returns the names of the migrations that have not run, in their order. Changes nothing and waits for no running migration. */
export async function pendingMigrations(dataSource: DataSource): Promise<string[]> {
  const isTable = "SELECT FROM pg_class WHERE oid = to_regclass('migrations')";
  const hasTable = (await dataSource.query<[]>(isTable)).length > 0;
  const executed = hasTable ? await dataSource.query<{ name: string }[]>('SELECT name FROM migrations') : [];
  const names = dataSource.migrations.map((migration) => migration.name ?? migration.constructor.name);
  const pending = names.filter((name) => !executed.some((row) => row.name === name));
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

/** A name ends with the 13 digits of its timestamp, which TypeORM requires. */
function timestampOf(name: string): number {
  return Number(name.slice(-13));
}
