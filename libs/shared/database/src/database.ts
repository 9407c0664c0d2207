import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgres, rejectPasswordRequest } from '@petstore/embedded-postgres/embedded-postgres';
import { OperatorError } from '@petstore/operations';
import type pg from 'pg';
import type { DataSource } from 'typeorm';
import type { DatabaseClient } from './connection/database-client.ts';
import { migrationLimits, type DatabaseLimits } from './connection/database-limits.ts';
import type { DatabaseSettings } from './settings/database-settings.ts';
import { createDataSource, type Persistence } from './connection/data-source.ts';
import { embeddedOptions } from './settings/embedded-options.ts';
import { migrate, pendingMigrations } from './migrations/migrate.ts';
import { passwordFromFile } from './settings/password-file.ts';
import {
  DatabaseUnreachable,
  describeCauses,
  EmbeddedPostgresFailed,
  MigrationFailed,
  rethrowAs,
  UnexpectedTransaction,
  UnsupportedServer,
} from './errors/operator.errors.ts';
import { poolOf } from './connection/pool.ts';
import { sequenceWarnings } from './migrations/sequences.ts';
import { requireOwnTransactions, requirePrimary, requireSupportedServer } from './connection/server-requirements.ts';

/** Milliseconds between two attempts to open the database. */
const retryInterval = 200;

/** Minimum milliseconds between two warnings with the same reason. */
const warnInterval = 30_000;

/** Milliseconds for which `ping` fails after an UnexpectedTransaction. pgpool-II in raw mode causes one for each of its connections. */
const unexpectedTransactionValidity = 30_000;

/** The configured database: the data source and, if it is embedded, the server. */
export class Database {
  private readonly closing = new AbortController();
  private server: Promise<EmbeddedPostgres> | undefined;

  private constructor(
    /** Initialised after the schema is up to date. Until then, every statement fails as `not sent`. */
    readonly dataSource: DataSource,
    /** Creates another data source for the same server. */
    private readonly createSource: (limits: DatabaseLimits, own?: pg.PoolConfig) => Promise<DataSource>,
    private readonly limits: DatabaseLimits,
    private readonly settings: DatabaseSettings,
    private readonly warn: (message: string) => void,
  ) {}

  /**
   * Creates the object without starting a server and without connecting.
   * @param warn gets messages for the operator: another data directory is used, the connection is not encrypted, the embedded server
   *   stopped or was restarted, a migration waits for locks, a sequence is behind its table
   */
  static async create(
    settings: DatabaseSettings,
    contexts: readonly Persistence[],
    limits: DatabaseLimits,
    warn: (message: string) => void,
  ): Promise<Database> {
    if (settings.notice) warn(settings.notice);
    const isEmbedded = settings.kind === 'embedded';
    const url = isEmbedded ? EmbeddedPostgres.urlOf(settings.directory, embeddedOptions) : settings.url;
    const overrides = isEmbedded ? rejectPasswordRequest(embeddedOptions) : passwordFromFile(url);
    const createSource = (chosen: DatabaseLimits, own?: pg.PoolConfig) =>
      createDataSource(url, contexts, chosen, { ...overrides, ...own });
    return new Database(await createSource(limits), createSource, limits, settings, warn);
  }

  /**
   * Starts the embedded server if it is configured, checks the server and the schema, then connects the data source. May be called
   * again after a failure.
   * @param options `migrate`: whether to run pending migrations. Otherwise they are an error, and the schema is not changed. `repair`:
   *   whether to raise sequences that are behind their tables also if no migration is pending. Otherwise they are a warning, but not
   *   without `migrate`: commands such as `keys revoke` wait for no table that they do not need.
   * @returns the names of the migrations that were run
   * @throws OperatorError
   */
  async open(options: { migrate: boolean; repair?: boolean } = { migrate: true }): Promise<string[]> {
    if (this.settings.kind === 'embedded') await this.startServer(this.settings.directory);
    const pending = await this.prepare();
    if (pending.length > 0 && !options.migrate) {
      throw new OperatorError(
        `the schema of the database is not up to date: run "petstore migrate" (pending: ${pending.join(', ')})`,
      );
    }
    const isMigrating = pending.length > 0 || options.repair;
    const run = isMigrating ? await this.migrate().catch(rethrowAs(MigrationFailed)) : [];
    if (!this.dataSource.isInitialized) await this.dataSource.initialize().catch(rethrowAs(DatabaseUnreachable));
    if (options.migrate && !isMigrating) {
      // The service also starts while somebody has locked a table.
      const notChecked = (error: Error) => [`the sequences could not be compared with their tables: ${error.message}`];
      for (const warning of await sequenceWarnings(this.dataSource).catch(notChecked)) this.warn(warning);
    }
    return run;
  }

  /**
   * Calls `open` until it succeeds or the database is closed.
   * @param warn gets the reason of a failure immediately, when it changes, and every 30 seconds
   * @returns false if the database was closed
   * @throws UnsupportedServer, EmbeddedPostgresFailed immediately, because a retry would not help
   */
  async openWithRetry(warn: (reason: string) => void): Promise<boolean> {
    let warnedAt = -Infinity;
    let lastReason = '';
    const report = (reason: string) => {
      if (reason === lastReason && performance.now() - warnedAt < warnInterval) return;
      [warnedAt, lastReason] = [performance.now(), reason];
      warn(reason);
    };
    while (!this.closing.signal.aborted) {
      try {
        await this.open();
        return !this.closing.signal.aborted;
      } catch (error) {
        if (this.closing.signal.aborted) return false;
        if (error instanceof UnsupportedServer || error instanceof EmbeddedPostgresFailed) throw error;
        report(describeCauses(error));
      }
      await delay(retryInterval, undefined, { signal: this.closing.signal }).catch(() => undefined);
    }
    return false;
  }

  /**
   * Checks that the database answers and is a primary, and that the embedded one still has its data. A pooler can lead an open connection
   * to another server, so the check of new connections does not suffice. Closes the connection if the check fails.
   * @throws OperatorError, also if a statement had an unexpected transaction before, or the error of the connection or the statement
   */
  async ping(): Promise<void> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const client = (await runner.connect()) as DatabaseClient;
      await requirePrimary(client).catch((error: Error) => {
        client.fail(error);
        throw error;
      });
    } finally {
      await runner.release();
    }
    const { unexpectedTransactionAt = -Infinity } = poolOf(this.dataSource) ?? {};
    if (performance.now() - unexpectedTransactionAt < unexpectedTransactionValidity) {
      await requireOwnTransactions(this.dataSource);
      throw new UnexpectedTransaction();
    }
    await (await this.server)?.requireData();
  }

  async close(): Promise<void> {
    this.closing.abort();
    const server = await this.server?.catch(() => undefined);
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
    await server?.release();
  }

  /**
   * Checks the server, each statement on a new connection, because a pooler chooses a server for each.
   * @returns the pending migrations
   */
  private async prepare(): Promise<string[]> {
    const source = await this.createSource({ ...this.limits, poolSize: 1 }, { maxUses: 1 });
    await source.initialize().catch(rethrowAs(DatabaseUnreachable));
    try {
      await requireSupportedServer(source, this.limits);
      const pending = await pendingMigrations(source).catch(rethrowAs(MigrationFailed));
      if (pending.length === 0) await requireOwnTransactions(source);
      return pending;
    } finally {
      await source.destroy();
    }
  }

  private async startServer(directory: string): Promise<void> {
    this.server ??= EmbeddedPostgres.acquire(directory, embeddedOptions, this.warn, this.closing.signal);
    try {
      const server = await this.server;
      // Statements in another database would confirm changes, and refuse keys, that the operator does not expect there.
      server.onReplaced = () => void this.dataSource.destroy().catch(() => undefined);
    } catch (error) {
      this.server = undefined;
      throw error;
    }
  }

  /** Uses a data source of its own without timeouts, because a migration can take longer than a request may. */
  private async migrate(): Promise<string[]> {
    const dataSource = await (await this.createSource(migrationLimits)).initialize();
    try {
      return await migrate(dataSource, this.warn, this.closing.signal);
    } finally {
      await dataSource.destroy();
    }
  }
}
