import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '@petstore/settings';
import type pg from 'pg';
import { Cluster, databaseName, databaseUser } from './cluster.ts';
import { EmbeddedPostgresFailed } from './embedded-postgres-failed.ts';
import { connectionOptions } from '../database-url.ts';
import { DatabaseUnreachable } from '../opening.errors.ts';
import { TrackingClient } from '../tracking-client.ts';
import { Lifeline } from './lifeline.ts';
import { noPassword } from './no-password.ts';

export interface EmbeddedPostgresOptions {
  /** For what an operator should know. */
  readonly tell?: (message: string) => void;
  /** PostgreSQL settings beyond the usual. */
  readonly settings?: Record<string, string>;
}

const guardName = 'petstore guard';
const longestStart = 60_000;
const longestStop = 10_000;
const pause = 20;

/** What a server that runs has to answer: one that is stopped in its tracks takes a connection and says nothing. */
const answerTimeouts = { connectionTimeoutMillis: 5_000, query_timeout: 1_000 };

/** The driver's word for that. */
const unanswered = 'timeout expired';

/** SQLSTATE cannot_connect_now. */
const startingUp = '57P03';

/** How long a start is tried again: what a killed server left running may be in the way for a moment. */
const longestRefusal = 5_000;

/**
 * A share in the PostgreSQL of a directory. Whoever joins first starts it, whoever leaves last stops it, and whoever
 * sees it go while in need of it starts it again.
 */
export class EmbeddedPostgres {
  /** For pg, psql and pg_dump alike. */
  readonly url: string;

  private readonly cluster: Cluster;
  private readonly tell: (message: string) => void;
  private lifeline: Lifeline | undefined;
  private guard: pg.Client | undefined;
  private isLeaving = false;
  private comingBack: Promise<void> | undefined;

  private constructor(
    directory: string,
    private readonly options: EmbeddedPostgresOptions,
  ) {
    this.cluster = new Cluster(directory);
    this.url = EmbeddedPostgres.urlOf(this.cluster.socketDirectory);
    this.tell = options.tell ?? (() => undefined);
  }

  /** @throws EmbeddedPostgresFailed */
  static async join(directory: string, options: EmbeddedPostgresOptions = {}): Promise<EmbeddedPostgres> {
    let server: EmbeddedPostgres | undefined;
    try {
      server = new EmbeddedPostgres(directory, options);
      server.cluster.prepare();
      await server.beThere();
      return server;
    } catch (error) {
      server?.lifeline?.release();
      if (error instanceof OperatorError) throw error;
      throw new EmbeddedPostgresFailed(`the embedded PostgreSQL cannot be had: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }

  /** The address of the directory's server, and whether it runs now. */
  static lookUp(directory: string): { url: string; isRunning: boolean } {
    const cluster = new Cluster(directory);
    return { url: EmbeddedPostgres.urlOf(cluster.socketDirectory), isRunning: existsSync(cluster.pidFile) };
  }

  /** Gives the share up; when it was the last, waits until the server has stopped. */
  async leave(): Promise<void> {
    if (this.isLeaving) return;
    this.isLeaving = true;
    await this.comingBack;
    this.lifeline?.release();
    const deadline = Date.now() + longestStop;
    while (Date.now() < deadline && this.isKept() && !(await this.hasCompany())) await delay(pause);
    await this.guard?.end().catch(() => undefined);
  }

  /** Whether a keeper still reads the pipe: it does until its server has stopped. */
  private isKept(): boolean {
    const probe = Lifeline.hold(this.cluster.pipe);
    probe?.release();
    return probe !== undefined;
  }

  private static urlOf(socketDirectory: string): string {
    return `postgresql://${databaseUser}@/${databaseName}?host=${encodeURIComponent(socketDirectory)}`;
  }

  /** Connects to the server, starting it where nobody else does, until it answers. */
  private async beThere(): Promise<void> {
    let deadline = Date.now() + longestStart;
    let firstFailure: number | undefined;
    let reason: string | undefined;
    let isStarting = false;
    const start = () => {
      if (this.lifeline || isStarting) return;
      isStarting = true;
      this.start((lastWords) => {
        isStarting = false;
        firstFailure ??= Date.now();
        reason = lastWords;
      });
    };
    while (!this.isLeaving) {
      this.renewLifeline();
      // Where the last one stopped in order there is nobody to ask first: the server starts while its process does.
      if (!existsSync(this.cluster.pidFile)) start();
      const refusal = await this.stationGuard();
      if (refusal === undefined) return;
      if (refusal instanceof EmbeddedPostgresFailed) throw refusal;
      if (refusal.message === unanswered)
        throw new DatabaseUnreachable(new Error('the server runs and does not answer'));
      // A recovery after a crash takes its time, and another's server may be on its way where this start has failed.
      if (refusal.code === startingUp) deadline = Date.now() + longestStart;
      if (this.lifeline && !isStarting) firstFailure = undefined;
      if (Date.now() > Math.min(deadline, (firstFailure ?? Infinity) + longestRefusal)) {
        throw new EmbeddedPostgresFailed(`the embedded PostgreSQL does not start: ${reason ?? refusal.message}`);
      }
      start();
      await delay(pause);
    }
  }

  private start(onExit: (reason: string) => void): void {
    this.cluster.initialise();
    const { lifeline, reader } = Lifeline.begin(this.cluster.pipe);
    this.lifeline = lifeline;
    this.cluster.start(reader, this.options.settings ?? {}, onExit);
  }

  /** Holds the pipe anew before letting the old hold go, so that the keeper never sees nobody hold it. */
  private renewLifeline(): void {
    const before = this.lifeline;
    this.lifeline = Lifeline.hold(this.cluster.pipe);
    before?.release();
  }

  /** A connection that does nothing but end when the server ends. Answers why it did not come about. */
  private async stationGuard(): Promise<(Error & { code?: string }) | undefined> {
    const guard = new TrackingClient({
      ...connectionOptions(this.url),
      ...noPassword,
      application_name: guardName,
      ...answerTimeouts,
    });
    guard.on('error', () => undefined);
    try {
      await guard.connect();
    } catch (error) {
      return error as Error;
    }
    this.guard = guard;
    guard.once('end', () => {
      if (this.guard === guard && !this.isLeaving) this.comingBack = this.comeBack();
    });
    return undefined;
  }

  private async comeBack(): Promise<void> {
    this.tell('the embedded PostgreSQL has gone; starting it again');
    while (!this.isLeaving) {
      try {
        await this.beThere();
        return this.isLeaving ? undefined : this.tell('the embedded PostgreSQL is back');
      } catch (error) {
        this.tell((error as Error).message);
        await delay(1_000);
      }
    }
  }

  private async hasCompany(): Promise<boolean> {
    try {
      const others = await this.guard?.query(
        'SELECT FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()',
        [guardName],
      );
      return others?.rowCount !== 0;
    } catch {
      return false;
    }
  }
}
