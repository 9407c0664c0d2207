import { setTimeout as delay } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { advisoryLocks } from './advisory-locks.ts';
import { concurrentIndex, dropIndex, isInvalidIndex } from './concurrent-index.ts';
import { nameOf, timestampOf } from './migration-steps.ts';
import { executedMigrations } from './migrations-table.ts';
import { takeConnection } from './pool-connection.ts';
import { requireSession } from './require-session.ts';
import { executeSupervised } from './supervised-statement.ts';

/** Milliseconds between two attempts to get the lock. */
const lockInterval = 500;

/** Milliseconds after which the wait for the lock is reported. */
const reportAfter = 1_000;

/** Settings of the session that must not end an index build or a wait for old snapshots. Servers have some of them. */
const timeouts = ['statement_timeout', 'lock_timeout', 'transaction_timeout'];

const timeoutNames = timeouts.map((name) => `'${name}'`).join(', ');

/** Statements before and after the migration in its session. */
export const sessionStatements = {
  noTimeouts: `SELECT set_config(name, '0', false) FROM pg_settings WHERE name IN (${timeoutNames})`,
  tryLock: `SELECT pg_try_advisory_lock(${advisoryLocks.migratingOutsideTransaction}) AS locked`,
  unlock: `SELECT pg_advisory_unlock(${advisoryLocks.migratingOutsideTransaction})`,
} as const;

export interface MigrationOptions {
  /** Gets what a migration outside a transaction does or waits for, every second. It gets nothing of what takes less than that. */
  readonly onActivity?: (activity: string, progress?: string) => void;
  /** Ends the wait for another instance that migrates. */
  readonly signal?: AbortSignal;
}

/**
 * Runs one migration outside a transaction, statement by statement, in one session. Instances that start together wait for each
 * other. After a crash the next start repeats the migration. An invalid index that a killed CREATE INDEX CONCURRENTLY has left is dropped first.
 * @returns whether the migration was run; false if another instance has run it in the meantime
 * @throws SessionRequired, the error of a statement, or the reason of the signal
 */
export async function migrateOutsideTransaction(
  dataSource: DataSource,
  migration: MigrationInterface,
  { onActivity = () => undefined, signal }: MigrationOptions,
): Promise<boolean> {
  const name = nameOf(migration);
  const [session, release] = await takeConnection(dataSource);
  try {
    await requireSession(dataSource, session, name);
    await session.query(sessionStatements.noTimeouts);
    await lock(session, () => onActivity(`${name} waits for another session that migrates`), signal);
    try {
      if ((await executedMigrations(session))?.has(name)) return false;
      const query = async (statement: string): Promise<unknown> => {
        await dropInvalidIndex(dataSource, session, statement);
        return executeSupervised(dataSource, session, statement, (progress) =>
          onActivity(`${name} executes ${summaryOf(statement)}`, progress),
        );
      };
      await migration.up({ query } as unknown as QueryRunner);
      await session.query('INSERT INTO migrations (timestamp, name) VALUES ($1, $2)', [timestampOf(name), name]);
      return true;
    } finally {
      // PostgreSQL has released the lock if the connection has ended.
      await session.query(sessionStatements.unlock).catch(() => undefined);
    }
  } finally {
    for (const timeout of timeouts) await session.query(`RESET ${timeout}`).catch(() => undefined);
    release();
  }
}

/**
 * Polls without a transaction. A statement that waits for the lock would have a snapshot, and CREATE INDEX CONCURRENTLY of the
 * other session would wait until it ends.
 */
async function lock(session: PoolClient, onWait: () => void, signal?: AbortSignal): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const { rows } = await session.query<{ locked: boolean }>(sessionStatements.tryLock);
    if (rows[0]!.locked) return;
    if (performance.now() - startedAt >= reportAfter) onWait();
    await delay(lockInterval, undefined, signal && { signal });
  }
}

async function dropInvalidIndex(dataSource: DataSource, session: PoolClient, statement: string): Promise<void> {
  const index = concurrentIndex(statement);
  if (index === undefined) return;
  const { rowCount } = await session.query(`SELECT FROM pg_index WHERE ${isInvalidIndex(index)}`);
  if (rowCount !== 0) await executeSupervised(dataSource, session, dropIndex(index), () => undefined);
}

/** The statement in one line, without its details. */
function summaryOf(statement: string): string {
  return statement.trim().split(/\s+ON\s|\n/)[0]!;
}
