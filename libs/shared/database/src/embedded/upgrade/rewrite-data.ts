import { existsSync } from 'node:fs';
import { OperatorError } from '@petstore/settings';
import type { Client } from 'pg';
import { connectOnce, createDataSource, type Persistence } from '../../data-source.ts';
import { migrationLimits } from '../../database-limits.ts';
import { rethrowAs } from '../../describe-causes.ts';
import { migrate } from '../../migrate.ts';
import { EmbeddedPostgresFailed, MigrationFailed } from '../../open-database.errors.ts';
import { createForServer, createReachable } from '../directory-permissions.ts';
import { EmbeddedPostgres } from '../embedded-postgres.ts';
import type { PostgresBinaries } from '../postgres-binaries.ts';
import { rejectPasswordRequest } from '../reject-password-request.ts';
import { copyDatabase, type RowProgress } from './copy-database.ts';
import { objectsOf, sessionSettings } from './database-objects.ts';
import { replaceData } from './replace-data.ts';
import type { UpgradePaths } from './upgrade-paths.ts';

export interface RewriteOptions {
  /** The PostgreSQL that creates the new data. */
  readonly target: PostgresBinaries;
  /** Additional settings of both servers. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether to leave out objects that no migration creates, instead of throwing an OperatorError. */
  readonly ignoreOtherObjects: boolean;
  /** Stops the upgrade until the new data replaces the old data. */
  readonly signal: AbortSignal;
  /** Gets each step, in one line. */
  readonly report: (message: string) => void;
  readonly onRows: RowProgress;
}

/** Milliseconds. A statement copies a whole table. */
const copyLimits = { ...migrationLimits, statementTimeout: 7 * 24 * 3_600_000 };

/** The new server writes no write-ahead log for tables that the same transaction has truncated. */
const newServerSettings = { wal_level: 'minimal', max_wal_senders: '0' };

/** Maximum number of objects that a message names. */
const namedObjects = 10;

/**
 * Copies the database into a new data directory of another PostgreSQL, and replaces the old data directory by it.
 * Until then it changes nothing in the old data except that it runs pending migrations.
 * @param old the PostgreSQL that has written the data
 * @param kept path to which the old data directory is renamed
 * @returns the number of rows
 * @throws EmbeddedPostgresFailed, MigrationFailed, OperatorError
 */
export async function rewriteData(
  paths: UpgradePaths,
  contexts: readonly Persistence[],
  old: PostgresBinaries,
  kept: string,
  options: RewriteOptions,
): Promise<number> {
  const { signal, report, target, settings } = options;
  createReachable(paths.work);
  createForServer(paths.copies);
  report(`starting PostgreSQL ${old.majorVersion}`);
  const oldOptions = { data: paths.data, binaries: old, warn: report, ...(settings && { settings }) };
  const rows = await withServer(paths.oldCluster, oldOptions, async (oldServer) => {
    await migrateServer(oldServer, contexts, options);
    signal.throwIfAborted();
    report('creating the new data directory');
    const newOptions = { settings: { ...newServerSettings, ...settings }, binaries: target, warn: report };
    return withServer(paths.newCluster, newOptions, async (newServer) => {
      await migrateServer(newServer, contexts, options);
      const count = await withClients([oldServer, newServer, newServer], signal, async ([from, to, watch]) => {
        await requireSameObjects(from!, to!, options);
        const copied = await copyDatabase(from!, to!, watch!, paths.copies, report, options.onRows);
        await to!.query('ANALYZE');
        return copied;
      });
      report('stopping both servers');
      return count;
    });
  });
  if (existsSync(`${paths.newData}/postmaster.pid`)) {
    throw new EmbeddedPostgresFailed(`the server of ${paths.newData} was not shut down`);
  }
  signal.throwIfAborted();
  report('replacing the data directory');
  replaceData(paths, kept);
  return rows;
}

/** Runs `work` with a server, and waits until the server has stopped. */
async function withServer<T>(
  directory: string,
  options: Parameters<typeof EmbeddedPostgres.acquire>[1],
  work: (url: string) => Promise<T>,
): Promise<T> {
  const server = await EmbeddedPostgres.acquire(directory, options);
  try {
    return await work(server.url);
  } finally {
    await server.release(Infinity);
  }
}

async function migrateServer(
  url: string,
  contexts: readonly Persistence[],
  { signal, report }: RewriteOptions,
): Promise<void> {
  let reported: string | undefined;
  const onActivity = (activity: string) => {
    if (activity !== reported) report((reported = activity));
  };
  const dataSource = await createDataSource(url, contexts, migrationLimits, rejectPasswordRequest);
  await dataSource.initialize();
  await migrate(dataSource, { onActivity, signal })
    .catch(rethrowAs(MigrationFailed))
    .finally(() => dataSource.destroy());
}

/** Opens a connection to each URL. The signal closes them, also while a statement runs. */
async function withClients<T>(
  urls: readonly string[],
  signal: AbortSignal,
  work: (clients: readonly Client[]) => Promise<T>,
): Promise<T> {
  const clients: Client[] = [];
  const close = () => clients.forEach((client) => void client.end().catch(() => undefined));
  signal.addEventListener('abort', close);
  try {
    for (const url of urls) clients.push(await connectOnce(url, copyLimits, rejectPasswordRequest));
    signal.throwIfAborted();
    for (const client of clients) await client.query(sessionSettings);
    return await work(clients);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', close);
    close();
  }
}

/** @throws OperatorError if the old server contains objects that would not be copied, unless they are to be ignored */
async function requireSameObjects(from: Client, to: Client, options: RewriteOptions): Promise<void> {
  const copied = new Set(await objectsOf(to));
  const missing = (await objectsOf(from)).filter((description) => !copied.has(description));
  if (missing.length === 0) return;
  const tables = missing.filter((description) => description.startsWith('table public.'));
  const isColumn = (description: string) =>
    tables.some((table) => description.startsWith(`table column ${table.slice('table '.length)}.`));
  const others = missing.filter((description) => !isColumn(description));
  const more = others.length > namedObjects ? ` and ${others.length - namedObjects} more` : '';
  const list = `${others.slice(0, namedObjects).join(', ')}${more}`;
  if (options.ignoreOtherObjects) return options.report(`not copied, because petstore did not create them: ${list}`);
  throw new OperatorError(
    `the database contains objects that petstore did not create and does not copy: ${list}. ` +
      'Save them with pg_dump, then add --ignore-other-objects',
  );
}
