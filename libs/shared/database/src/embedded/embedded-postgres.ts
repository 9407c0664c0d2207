import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '@petstore/settings';
import type pg from 'pg';
import { Cluster, databaseName, databaseUser } from './cluster.ts';
import { EmbeddedPostgresFailed } from './embedded-postgres-failed.ts';
import { connectionOptions } from '../database-url.ts';
import { DatabaseUnreachable } from '../open-database.errors.ts';
import { TrackingClient } from '../tracking-client.ts';
import { ServerLease } from './server-lease.ts';
import { rejectPasswordRequest } from './reject-password-request.ts';

export interface EmbeddedPostgresOptions {
  /** Gets messages for the operator. */
  readonly warn?: (message: string) => void;
  /** Additional PostgreSQL settings. */
  readonly settings?: Record<string, string>;
}

const monitorName = 'petstore guard';
const startTimeout = 60_000;
const stopTimeout = 10_000;
const pollInterval = 20;

/** A suspended server accepts a connection and never answers. */
const monitorTimeouts = { connectionTimeoutMillis: 5_000, query_timeout: 1_000 };

/** pg's message when `connectionTimeoutMillis` elapses. */
const connectTimeoutMessage = 'timeout expired';

/** SQLSTATE cannot_connect_now. */
const startingUp = '57P03';

/** Milliseconds during which a failed start is repeated, because child processes of a killed server may still run. */
const startRetryTime = 5_000;

/**
 * The embedded PostgreSQL of a data directory, shared by all processes that use it. The first process starts it, and it stops
 * after the last process has left. If it stops earlier, a process that still needs it restarts it.
 */
export class EmbeddedPostgres {
  /** For pg, psql and pg_dump. */
  readonly url: string;

  private readonly cluster: Cluster;
  private readonly warn: (message: string) => void;
  private lease: ServerLease | undefined;
  private monitor: pg.Client | undefined;
  private isReleased = false;
  private restarting: Promise<void> | undefined;

  private constructor(
    directory: string,
    private readonly options: EmbeddedPostgresOptions,
  ) {
    this.cluster = new Cluster(directory);
    this.url = EmbeddedPostgres.urlOf(this.cluster.socketDirectory);
    this.warn = options.warn ?? (() => undefined);
  }

  /** Starts the server, or connects to the running one. @throws EmbeddedPostgresFailed */
  static async join(directory: string, options: EmbeddedPostgresOptions = {}): Promise<EmbeddedPostgres> {
    let server: EmbeddedPostgres | undefined;
    try {
      server = new EmbeddedPostgres(directory, options);
      server.cluster.prepare();
      await server.ensureRunning();
      return server;
    } catch (error) {
      server?.lease?.release();
      if (error instanceof OperatorError) throw error;
      throw new EmbeddedPostgresFailed(`the embedded PostgreSQL cannot be used: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }

  /** Returns the URL of the directory's server and whether it is running, without starting it. */
  static find(directory: string): { url: string; isRunning: boolean } {
    const cluster = new Cluster(directory);
    return { url: EmbeddedPostgres.urlOf(cluster.socketDirectory), isRunning: existsSync(cluster.pidFile) };
  }

  /** Releases the server. If this was the last process, waits until the server has stopped. */
  async leave(): Promise<void> {
    if (this.isReleased) return;
    this.isReleased = true;
    await this.restarting;
    this.lease?.release();
    const deadline = Date.now() + stopTimeout;
    while (Date.now() < deadline && this.isSupervised() && !(await this.hasOtherMonitors())) await delay(pollInterval);
    await this.monitor?.end().catch(() => undefined);
  }

  /** Whether the supervisor still reads the pipe, which it does until the server has stopped. */
  private isSupervised(): boolean {
    const probe = ServerLease.join(this.cluster.leasePipe);
    probe?.release();
    return probe !== undefined;
  }

  private static urlOf(socketDirectory: string): string {
    return `postgresql://${databaseUser}@/${databaseName}?host=${encodeURIComponent(socketDirectory)}`;
  }

  /** Waits until the server answers, and starts it unless another process does. */
  private async ensureRunning(): Promise<void> {
    let deadline = Date.now() + startTimeout;
    let firstFailure: number | undefined;
    let reason: string | undefined;
    let isStarting = false;
    const start = () => {
      if (this.lease || isStarting) return;
      isStarting = true;
      this.start((exitReason) => {
        isStarting = false;
        firstFailure ??= Date.now();
        reason = exitReason;
      });
    };
    while (!this.isReleased) {
      this.renewLease();
      // Without a PID file no server runs, so that it can be started before the first attempt to connect.
      if (!existsSync(this.cluster.pidFile)) start();
      const refusal = await this.connectMonitor();
      if (refusal === undefined) return;
      if (refusal instanceof EmbeddedPostgresFailed) throw refusal;
      if (refusal.message === connectTimeoutMessage)
        throw new DatabaseUnreachable(new Error('the server is running but does not answer'));
      // Crash recovery may take long. If this start failed, the server of another process may still be starting.
      if (refusal.code === startingUp) deadline = Date.now() + startTimeout;
      if (this.lease && !isStarting) firstFailure = undefined;
      if (Date.now() > Math.min(deadline, (firstFailure ?? Infinity) + startRetryTime)) {
        throw new EmbeddedPostgresFailed(`the embedded PostgreSQL does not start: ${reason ?? refusal.message}`);
      }
      start();
      await delay(pollInterval);
    }
  }

  private start(onExit: (reason: string) => void): void {
    this.cluster.initialise();
    const { lease, reader } = ServerLease.create(this.cluster.leasePipe);
    this.lease = lease;
    this.cluster.start(reader, this.options.settings ?? {}, onExit);
  }

  /** Opens the pipe again before the old lease is released, so that the supervisor never reads its end. */
  private renewLease(): void {
    const before = this.lease;
    this.lease = ServerLease.join(this.cluster.leasePipe);
    before?.release();
  }

  /** Opens an idle connection whose end signals the end of the server. @returns the error if it cannot be opened */
  private async connectMonitor(): Promise<(Error & { code?: string }) | undefined> {
    const guard = new TrackingClient({
      ...connectionOptions(this.url),
      ...rejectPasswordRequest,
      application_name: monitorName,
      ...monitorTimeouts,
    });
    guard.on('error', () => undefined);
    try {
      await guard.connect();
    } catch (error) {
      return error as Error;
    }
    this.monitor = guard;
    guard.once('end', () => {
      if (this.monitor === guard && !this.isReleased) this.restarting = this.restart();
    });
    return undefined;
  }

  private async restart(): Promise<void> {
    this.warn('the embedded PostgreSQL has stopped; restarting it');
    while (!this.isReleased) {
      try {
        await this.ensureRunning();
        return this.isReleased ? undefined : this.warn('the embedded PostgreSQL is running again');
      } catch (error) {
        this.warn((error as Error).message);
        await delay(1_000);
      }
    }
  }

  private async hasOtherMonitors(): Promise<boolean> {
    try {
      const others = await this.monitor?.query(
        'SELECT FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()',
        [monitorName],
      );
      return others?.rowCount !== 0;
    } catch {
      return false;
    }
  }
}
