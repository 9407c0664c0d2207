import type { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { advisoryLocks } from './advisory-locks.ts';
import { migrateOutsideTransaction, type MigrationOptions } from './migrate-outside-transaction.ts';
import { nameOf, pendingSteps, type MigrationStep } from './migration-steps.ts';
import { executedMigrations, MigrationsTable } from './migrations-table.ts';
import { takeConnection } from './pool-connection.ts';
import { inTransaction } from './transaction.ts';

/** Maximum wait for another instance that migrates. */
const instanceWait = '10s';

/**
 * Maximum wait for the locks of tables, in milliseconds, of all migrations of a transaction together. While a migration waits, the
 * statements of running instances wait behind it, also on the tables that the transaction has locked before. So this is less than
 * their own lock timeout (1.35 s by default), and more than the 1 s after which PostgreSQL cancels an autovacuum that holds the lock.
 * If it elapses, `migrate` fails, and `Database.openWithRetry` retries.
 */
export const tableLockTimeout = 1_200;

/** Setting of the transaction: when it got the lock. */
const since = 'petstore.migrating_since';

/** The first statements of a transaction that migrates. */
export const lockStatements: readonly string[] = [
  `SET LOCAL lock_timeout = '${instanceWait}'`,
  `SELECT pg_advisory_xact_lock(${advisoryLocks.migrating})`,
  `SELECT set_config('${since}', clock_timestamp()::text, true)`,
];

/** The statement before each migration of the transaction. It sets the lock timeout to the rest of `tableLockTimeout`. */
export const limitLockWait = `SELECT set_config('lock_timeout', greatest(1, ${tableLockTimeout} - ceil(1000 * extract(epoch FROM clock_timestamp() - current_setting('${since}')::timestamptz)))::text, true)`;

/** Whether there are migrations that have not run. Waits for no lock of a running migration. */
export async function hasPendingMigrations(
  client: Pick<Client, 'query'>,
  { migrations }: Pick<DataSource, 'migrations'>,
): Promise<boolean> {
  return pendingSteps(migrations, await executedMigrations(client)).length > 0;
}

/**
 * Runs all pending migrations in the order of their timestamps: each transactional step in one transaction, and each migration
 * with `transaction = false` outside a transaction.
 *
 * Instances that start together wait for each other. A transaction takes a transaction-level advisory lock, which also works behind a
 * pooler that shares sessions. A migration outside a transaction takes a session-level lock with another key, so that an instance that waits
 * for the first lock, which may be one of the release before, does not wait in a transaction while an index is built.
 * @returns the names of the migrations that were run
 * @throws SessionRequired if a migration outside a transaction goes through a pooler in transaction mode
 */
export async function migrate(dataSource: DataSource, options: MigrationOptions = {}): Promise<string[]> {
  const [client, release] = await takeConnection(dataSource);
  const executed = await executedMigrations(client).finally(release);
  const run: string[] = [];
  for (const step of pendingSteps(dataSource.migrations, executed)) {
    if (step.isTransactional) run.push(...(await migrateInTransaction(dataSource, step)));
    else
      for (const migration of step.migrations) {
        if (await migrateOutsideTransaction(dataSource, migration, options)) run.push(nameOf(migration));
      }
  }
  return run;
}

/** Runs those migrations of the step that no other instance has run in the meantime. */
function migrateInTransaction(dataSource: DataSource, { migrations }: MigrationStep): Promise<string[]> {
  const names = new Set(migrations.map(nameOf));
  return inTransaction(dataSource, async (runner) => {
    for (const statement of lockStatements) await runner.query(statement);
    const executor = new MigrationsTable(dataSource, runner);
    await executor.create(runner);
    const pending = (await executor.getPendingMigrations()).filter(({ name }) => names.has(name));
    for (const migration of pending) {
      await runner.query(limitLockWait);
      await executor.executeMigration(migration);
    }
    return pending.map(({ name }) => name);
  });
}
