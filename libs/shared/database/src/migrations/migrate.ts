import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '@petstore/operations';
import { MigrationExecutor, type DataSource, type QueryRunner } from 'typeorm';
import { migrationLockTimes } from '../connection/database-limits.ts';
import { advisoryLocks } from './advisory-locks.ts';
import { describeCauses } from '../errors/operator.errors.ts';
import { sqlState } from '../errors/statement-outcome.ts';
import { raiseSequences } from './sequences.ts';

/**
 * Ends the timeouts that the role or the database sets, because a migration may take long. `client_connection_check_interval`, which
 * PostgreSQL on Windows lacks, lets PostgreSQL notice that this process has ended, and roll back. Otherwise the migration would
 * continue to wait for its locks, with other statements queued behind it.
 */
const beginMigration = `
  SELECT set_config(name, value, true), pg_backend_pid() AS pid
  FROM pg_settings JOIN (VALUES ('statement_timeout', '0'), ('idle_in_transaction_session_timeout', '0'),
    ('transaction_timeout', '0'), ('client_connection_check_interval', '100')) AS wanted (name, value) USING (name)
  WHERE name <> 'client_connection_check_interval' OR version() !~* 'windows|mingw|visual c'`;

/** Finds the sessions for which the session $1 waits. A prepared transaction has no session and the process id 0. */
const blockingSessions = `
  SELECT pid, usename AS "user", application_name AS application,
    extract(epoch FROM clock_timestamp() - coalesce(xact_start, state_change))::int AS seconds
  FROM (SELECT DISTINCT unnest(pg_blocking_pids($1)) AS pid) AS blocking LEFT JOIN pg_stat_activity USING (pid)
  ORDER BY pid`;

interface BlockingSession {
  readonly pid: number;
  readonly user: string | null;
  readonly application: string | null;
  /** Age of its transaction, or of its last statement. Null if the role may not see it. */
  readonly seconds: number | null;
}

/** Finds the invalid ones of the indexes $1: their `CREATE INDEX CONCURRENTLY` is running or has failed. */
const invalidIndexes = `
  SELECT relname AS name FROM pg_index JOIN pg_class ON oid = indexrelid
  WHERE NOT indisvalid AND relname = ANY($1::text[]) AND pg_table_is_visible(oid)`;

/** Returns the names of the migrations that have not run, in their order. Changes nothing and waits for no running migration. */
export async function pendingMigrations(dataSource: DataSource): Promise<string[]> {
  const isTable = "SELECT FROM pg_class WHERE oid = to_regclass('migrations')";
  const hasTable = (await dataSource.query<[]>(isTable)).length > 0;
  const executed = hasTable ? await dataSource.query<{ name: string }[]>('SELECT name FROM migrations') : [];
  const names = dataSource.migrations.map((migration) => migration.name ?? migration.constructor.name);
  const pending = names.filter((name) => !executed.some((row) => row.name === name));
  // TypeORM requires a timestamp of 13 digits at the end of a name.
  return pending.sort((first, second) => first.slice(-13).localeCompare(second.slice(-13)));
}

/**
 * Raises the sequences that are behind their tables, and runs all pending migrations, in one transaction. An advisory lock lets processes
 * that start together wait for each other. It belongs to the transaction, so it also works behind a pooler that shares sessions. An
 * attempt that does not get the lock of a table ends soon, and is repeated, so that nothing queues behind it for long.
 * @param warn gets a line that names the sessions for which the migrations wait, each time they change, and one for each sequence raised
 * @returns the names of the migrations that were run
 * @throws OperatorError if the migrations got no locks within `times.limit`; Error if an index of the entities is not valid
 */
export async function migrate(
  dataSource: DataSource,
  warn: (message: string) => void,
  signal?: AbortSignal,
  times = migrationLockTimes,
): Promise<string[]> {
  const deadline = performance.now() + times.limit;
  let blocking: BlockingSession[] = [];
  const report = (found: BlockingSession[]) => {
    const isKnown = pidsOf(found) === pidsOf(blocking);
    blocking = found;
    if (!isKnown) warn(`the migration waits for locks that other sessions hold: ${found.map(describe).join('; ')}`);
  };
  for (;;) {
    try {
      return await dataSource.transaction(async ({ queryRunner }) => {
        const [{ pid }] = (await queryRunner!.query(beginMigration)) as [{ pid: number }];
        const stopWatching = watch(dataSource, pid, times.watchInterval, report);
        try {
          await setLockTimeout(queryRunner!, Math.max(1, deadline - performance.now()));
          await queryRunner!.query(`SELECT pg_advisory_xact_lock(${advisoryLocks.migrating})`);
          await setLockTimeout(queryRunner!, times.lockTimeout);
          for (const line of await raiseSequences(queryRunner!)) warn(line);
          const executor = new MigrationExecutor(dataSource, queryRunner);
          executor.transaction = 'all';
          const run = await executor.executePendingMigrations();
          await requireValidIndexes(queryRunner!);
          return run.map(({ name }) => name);
        } finally {
          await stopWatching();
        }
      });
    } catch (error) {
      // Only after these, another attempt may get its locks.
      const { code } = error as { readonly code?: unknown };
      if (code !== sqlState.lockNotAvailable && code !== sqlState.deadlock) throw error;
      if (performance.now() + times.pause >= deadline) {
        const sessions = blocking.map(describe).join('; ') || describeCauses(error);
        throw new OperatorError(
          `the schema cannot be brought up to date: other sessions held its locks for ${times.limit / 1_000} s: ${sessions}. ` +
            'Wait until they end, or end them with "SELECT pg_terminate_backend(<pid>)", and try again',
          { cause: error },
        );
      }
    }
    await delay(times.pause, undefined, { signal });
  }
}

/** @throws Error, because `CREATE INDEX IF NOT EXISTS` accepts an index that an operator did not create completely */
async function requireValidIndexes(queryRunner: QueryRunner): Promise<void> {
  const { entityMetadatas } = queryRunner.dataSource;
  const names = entityMetadatas.flatMap(({ indices }) => indices.map(({ name }) => name));
  const [index] = (await queryRunner.query(invalidIndexes, [names])) as { name: string }[];
  if (!index) return;
  throw new Error(
    `the index ${index.name} is not valid: wait until its CREATE INDEX CONCURRENTLY ends, or, if that has failed, run ` +
      `"DROP INDEX CONCURRENTLY ${index.name}", create it again, and try again`,
  );
}

/** Reports the sessions for which a session waits, while there are any. @returns a function that ends this, and waits for the end */
function watch(
  dataSource: DataSource,
  pid: number,
  interval: number,
  report: (sessions: BlockingSession[]) => void,
): () => Promise<void> {
  const controller = new AbortController();
  const watching = (async () => {
    for (;;) {
      await delay(interval, undefined, { signal: controller.signal });
      const sessions = await dataSource.query<BlockingSession[]>(blockingSessions, [pid]);
      if (sessions.length > 0) report(sessions);
    }
    // An error ends the watch only: the migration does not need it.
  })().catch(() => undefined);
  return () => {
    controller.abort();
    return watching;
  };
}

function pidsOf(sessions: readonly BlockingSession[]): string {
  return sessions.map(({ pid }) => pid).join();
}

function describe({ pid, user, application, seconds }: BlockingSession): string {
  if (pid === 0) return 'a prepared transaction (pg_prepared_xacts)';
  const time = seconds === null ? 'an unknown time (the role lacks pg_read_all_stats)' : `${seconds} s`;
  return `pid ${pid} (application "${application ?? ''}", user ${user}) for ${time}`;
}

async function setLockTimeout(queryRunner: QueryRunner, milliseconds: number): Promise<void> {
  await queryRunner.query("SELECT set_config('lock_timeout', $1, true)", [String(Math.ceil(milliseconds))]);
}
