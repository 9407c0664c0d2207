import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { connectOnce, createDataSource, type Persistence } from './data-source.ts';
import { migrationLimits, type DatabaseLimits } from './database-limits.ts';
import type { DatabaseSettings } from './database-settings.ts';
import { EmbeddedPostgresFailed } from './embedded/embedded-postgres-failed.ts';
import { EmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { noPassword } from './embedded/no-password.ts';
import { hasPendingMigrations, migrate } from './migrate.ts';
import { DatabaseUnreachable, fail, reasonsOf, SchemaNotUpToDate, UnsuitableDatabase } from './opening.errors.ts';
import { requireSuitable } from './require-suitable.ts';

/** Milliseconds between two attempts to open it, and between two words about why it is not. */
const pause = 200;
const tellEvery = 30_000;

/** Where everything is kept, the embedded server included where that is the setting. */
export class Database {
  private readonly closing = new AbortController();
  private server: EmbeddedPostgres | undefined;

  private constructor(
    /** Not initialised before the schema is up to date: until then, every use of it fails as `not sent`. */
    readonly dataSource: DataSource,
    /** The same database under other limits, or with a connection of its own. */
    private readonly source: (limits: DatabaseLimits) => Promise<DataSource>,
    private readonly connect: () => Promise<pg.Client>,
    private readonly settings: DatabaseSettings,
    private readonly tell: (message: string) => void,
  ) {}

  /**
   * Neither starts nor connects to anything yet.
   * @param tell for what an operator should know: where the data lies instead, that the embedded server has gone, that it is back
   */
  static async at(
    settings: DatabaseSettings,
    contexts: readonly Persistence[],
    limits: DatabaseLimits,
    tell: (message: string) => void,
  ): Promise<Database> {
    if (settings.notice) tell(settings.notice);
    const isEmbedded = settings.kind === 'embedded';
    const url = isEmbedded ? EmbeddedPostgres.lookUp(settings.directory).url : settings.url;
    const own = isEmbedded ? noPassword : {};
    const source = (chosen: DatabaseLimits) => createDataSource(url, contexts, chosen, own);
    return new Database(await source(limits), source, () => connectOnce(url, limits, own), settings, tell);
  }

  /**
   * Starts or joins the embedded server where that is the setting, checks the server, brings the schema up to date and only
   * then connects the data source; may be tried again when it fails. Answers the migrations that were run.
   * @throws EmbeddedPostgresFailed
   * @throws UnsuitableDatabase
   * @throws DatabaseUnreachable
   * @throws SchemaNotUpToDate
   */
  async open(): Promise<string[]> {
    if (this.settings.kind === 'embedded') {
      this.server ??= await EmbeddedPostgres.join(this.settings.directory, { tell: this.tell });
    }
    const isPending = await this.check();
    const run = isPending ? await this.migrate().catch(fail(SchemaNotUpToDate)) : [];
    if (!this.dataSource.isInitialized) await this.dataSource.initialize().catch(fail(DatabaseUnreachable));
    return run;
  }

  /**
   * Opens it as soon as that is possible. Answers whether it is open: when it is closed first, it never will be.
   * @param tell hears why it is waited, at once, when the reason changes, and now and again
   * @throws UnsuitableDatabase: waiting would not help
   * @throws EmbeddedPostgresFailed: nor would it there
   */
  async openAtLast(tell: (reason: string) => void): Promise<boolean> {
    let toldAt = -Infinity;
    let told = '';
    while (!this.closing.signal.aborted) {
      try {
        await this.open();
        return !this.closing.signal.aborted;
      } catch (error) {
        if (error instanceof UnsuitableDatabase || error instanceof EmbeddedPostgresFailed) throw error;
        const reason = reasonsOf(error);
        if (reason !== told || performance.now() - toldAt >= tellEvery) {
          [toldAt, told] = [performance.now(), reason];
          tell(reason);
        }
      }
      await delay(pause, undefined, { signal: this.closing.signal }).catch(() => undefined);
    }
    return false;
  }

  /** Asks for the least there is. */
  async ping(): Promise<void> {
    await this.dataSource.query('SELECT 1');
  }

  async close(): Promise<void> {
    this.closing.abort();
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
    await this.server?.leave();
  }

  /** Checks the server on a connection of its own. Answers whether there are migrations to run. */
  private async check(): Promise<boolean> {
    const client = await this.connect().catch(fail(DatabaseUnreachable));
    try {
      await requireSuitable(client);
      return await hasPendingMigrations(client, this.dataSource).catch(fail(SchemaNotUpToDate));
    } finally {
      void client.end().catch(() => undefined);
    }
  }

  /** Without the limits of requests: others may be at it, and an index takes its time. */
  private async migrate(): Promise<string[]> {
    const dataSource = await (await this.source(migrationLimits)).initialize();
    return migrate(dataSource).finally(() => dataSource.destroy());
  }
}
