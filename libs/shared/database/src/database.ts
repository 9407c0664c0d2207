import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { createDataSource, type Persistence } from './data-source.ts';
import { patientLimits, type DatabaseLimits } from './database-limits.ts';
import type { DatabaseSettings } from './database-settings.ts';
import { EmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { hasPendingMigrations, migrate } from './migrate.ts';
import { DatabaseUnreachable, fail, reasonsOf, SchemaNotUpToDate, UnsuitableDatabase } from './opening.errors.ts';
import { requireSuitable } from './require-suitable.ts';

/** Milliseconds between two attempts to open it, and between two words about why it is not. */
const pause = 200;
const tellEvery = 30_000;

/** Where everything is kept, the embedded server included where that is the setting. */
export class Database {
  private readonly closing = new AbortController();

  private constructor(
    /** Of use once the database is open. */
    readonly dataSource: DataSource,
    /** The same database for work that may take its time. */
    private readonly patient: () => Promise<DataSource>,
    private readonly leave: () => Promise<void>,
  ) {}

  /**
   * Starts or joins the embedded server where that is the setting; connects to nothing yet.
   * @param tell for what an operator should know: where the data lies instead, that the embedded server has gone, that it is back
   * @throws OperatorError when the embedded server cannot be had
   */
  static async join(
    settings: DatabaseSettings,
    contexts: readonly Persistence[],
    limits: DatabaseLimits,
    tell: (message: string) => void,
  ): Promise<Database> {
    if (settings.kind === 'embedded' && settings.notice) tell(settings.notice);
    const { url, leave } =
      settings.kind === 'embedded' ? await joinEmbedded(settings.directory, tell) : external(settings);
    const source = (chosen: DatabaseLimits) => createDataSource(url, contexts, chosen);
    return new Database(await source(limits), () => source(patientLimits), leave);
  }

  /**
   * Connects and brings the schema up to date; may be tried again when it fails. Answers the migrations that were run.
   * @throws UnsuitableDatabase
   * @throws DatabaseUnreachable
   * @throws SchemaNotUpToDate
   */
  async open(): Promise<string[]> {
    if (!this.dataSource.isInitialized) await this.dataSource.initialize().catch(fail(DatabaseUnreachable));
    await requireSuitable(this.dataSource);
    const isPending = await hasPendingMigrations(this.dataSource).catch(fail(SchemaNotUpToDate));
    return isPending ? this.migrate().catch(fail(SchemaNotUpToDate)) : [];
  }

  /**
   * Opens it as soon as that is possible. Answers whether it is open: when it is closed first, it never will be.
   * @param tell hears why it is waited, at once and then now and again
   * @throws UnsuitableDatabase: waiting would not help
   */
  async openAtLast(tell: (reason: string) => void): Promise<boolean> {
    let toldAt = -Infinity;
    while (!this.closing.signal.aborted) {
      try {
        await this.open();
        return !this.closing.signal.aborted;
      } catch (error) {
        if (error instanceof UnsuitableDatabase) throw error;
        if (performance.now() - toldAt >= tellEvery) {
          toldAt = performance.now();
          tell(reasonsOf(error));
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
    await this.leave();
  }

  /** Without the limits of requests: others may be at it, and an index takes its time. */
  private async migrate(): Promise<string[]> {
    const patient = await (await this.patient()).initialize();
    return migrate(patient).finally(() => patient.destroy());
  }
}

async function joinEmbedded(directory: string, tell: (message: string) => void) {
  const server = await EmbeddedPostgres.join(directory, { tell });
  return { url: server.url, leave: () => server.leave() };
}

function external({ url }: { url: string }) {
  return { url, leave: async () => undefined };
}
