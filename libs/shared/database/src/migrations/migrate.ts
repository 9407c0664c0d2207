import { setTimeout as delay } from 'node:timers/promises';
import { MigrationExecutor, type DataSource, type QueryRunner } from 'typeorm';
import { advisoryLocks } from './advisory-locks.ts';
import { MigrationBlocked } from '../errors/open-database.errors.ts';
import { raiseSequences } from './sequences.ts';

/** Times of a migration that waits for locks, in milliseconds. */
export const lockTimes = {
  /**
   * For one lock of a table. Statements that need the table queue behind a migration that waits. For 1.2 s, this only delays requests,
   * because their own lock timeout is 1.35 s. An autovacuum gives way after PostgreSQL's `deadlock_timeout`, by default 1 s.
   */
  lockTimeout: 1_200,
  /** Between two attempts. The statements that queued are executed meanwhile. */
  pause: 2_000,
  /** After which a migration that gets no lock fails. */
  limit: 60_000,
  /** Between two looks at the sessions for which the migration waits. */
  watchInterval: 1_000,
};

/**
 * Ends the timeouts that the role or the database sets, because a migration may take long. `client_connection_check_interval`, which
 * PostgreSQL on Windows lacks, lets PostgreSQL notice within 0.1 s that this process has ended, and roll back. Without it, the migration
 * would continue to wait for its locks, with other statements queued behind it.
 */
const transactionSettings = `
  SELECT set_config(name, value, true)
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

/** Whether another attempt may get its locks: after a lock timeout or a deadlock. */
function isLockConflict(error: unknown): boolean {
  return ['55P03', '40P01'].includes(String((error as { code?: unknown } | undefined)?.code));
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
  return pending.sort((first, second) => timestampOf(first) - timestampOf(second));
}

/**
 * Runs all pending migrations in one transaction, after it has raised the sequences that are behind their tables. If one fails, none has run. Processes that start together wait for each other's
 * advisory lock. It belongs to the transaction, so it also works behind a pooler that shares sessions. An attempt that does not get the
 * lock of a table ends soon, and is repeated, so that nothing queues behind it for long.
 * @param warn gets a line that names the sessions for which the migrations wait, each time they change, and one for each sequence raised
 * @param signal ends the attempts
 * @returns the names of the migrations that were run
 * @throws MigrationBlocked if the migrations got no locks within `times.limit`; Error if an index of the entities is not valid
 */
export async function migrate(
  dataSource: DataSource,
  warn: (message: string) => void,
  signal?: AbortSignal,
  times = lockTimes,
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
        await queryRunner!.query(transactionSettings);
        const stopWatching = watch(dataSource, await backendOf(queryRunner!), times.watchInterval, report);
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
      if (!isLockConflict(error)) throw error;
      if (performance.now() + times.pause >= deadline)
        throw new MigrationBlocked(times.limit, blocking.map(describe).join('; '), error);
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

async function backendOf(queryRunner: QueryRunner): Promise<number> {
  const [backend] = (await queryRunner.query('SELECT pg_backend_pid() AS pid')) as { pid: number }[];
  return backend!.pid;
}

async function setLockTimeout(queryRunner: QueryRunner, milliseconds: number): Promise<void> {
  await queryRunner.query("SELECT set_config('lock_timeout', $1, true)", [String(Math.ceil(milliseconds))]);
}

/** A name ends with the 13 digits of its timestamp, which TypeORM requires. */
function timestampOf(name: string): number {
  return Number(name.slice(-13));
}
