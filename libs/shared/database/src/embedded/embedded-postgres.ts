import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '@petstore/settings';
import type pg from 'pg';
import { connectionOptions } from '../database-url.ts';
import { DatabaseUnreachable, EmbeddedPostgresFailed } from '../open-database.errors.ts';
import { TrackingClient } from '../tracking-client.ts';
import { Cluster, type ClusterOptions } from './cluster.ts';
import { rejectPasswordRequest } from './reject-password-request.ts';
import { ServerLease } from './server-lease.ts';

/** `application_name` of the monitor connection of each process. It must not change: releases can run at the same time. */
const monitorName = 'petstore guard';

// Times in milliseconds.
const startTimeout = 60_000;
const stopTimeout = 10_000;
const pollInterval = 20;
const restartInterval = 1_000;

/** Milliseconds during which a failed start is repeated, because child processes of a killed server may still run. */
const startRetryTime = 5_000;

/** Timeouts in milliseconds. They end the attempt if a suspended server accepts a connection but does not respond. */
const monitorTimeouts = { connectionTimeoutMillis: 5_000, query_timeout: 1_000 };

/** pg's message when `connectionTimeoutMillis` elapses. */
const connectTimeoutMessage = 'timeout expired';

/** SQLSTATE cannot_connect_now: the server is starting or recovering. */
const startingUp = '57P03';

/**
 * The embedded PostgreSQL of a data directory, shared by all processes that use it. The first process starts it, and it stops
 * after the last process has left. If it stops earlier, a process that still needs it restarts it.
 */
export class EmbeddedPostgres {
  private lease: ServerLease | undefined;
  private monitor: pg.Client | undefined;
  private isReleased = false;
  private restarting: Promise<void> | undefined;

  private constructor(
    private readonly cluster: Cluster,
    private readonly warn: (message: string) => void,
  ) {}

  /**
   * Starts the server, or connects to the running one.
   * @param options `warn` gets messages for the operator
   * @throws EmbeddedPostgresFailed
   */
  static async acquire(
    directory: string,
    options: ClusterOptions & { readonly warn?: (message: string) => void } = {},
  ): Promise<EmbeddedPostgres> {
    const { warn = () => undefined } = options;
    const server = new EmbeddedPostgres(new Cluster(directory, options), warn);
    try {
      server.cluster.prepare();
      await server.ensureRunning();
      return server;
    } catch (error) {
      server.lease?.release();
      throw withDirectory(error, directory);
    }
  }

  /** Returns the URL of the directory's server. Does not start the server, and does not check if it is running. */
  static urlOf(directory: string): string {
    return new Cluster(directory).url;
  }

  /**
   * Returns the URL of the directory's server if it is running, otherwise undefined. Does not start it. A file of PostgreSQL does
   * not tell, because it stays after a crash.
   * @throws EmbeddedPostgresFailed if this process may not enter the directory
   */
  static findRunning(directory: string): string | undefined {
    const { url, leasePipe } = new Cluster(directory);
    try {
      return ServerLease.isSupervised(leasePipe) ? url : undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
      throw new EmbeddedPostgresFailed(
        `${directory} belongs to another user: run this command as the user that runs the service`,
        { cause: error },
      );
    }
  }

  /** URL of the database for pg, psql and pg_dump. */
  get url(): string {
    return this.cluster.url;
  }

  /**
   * Releases the server. If this was the last process, waits until the server has stopped.
   * @param timeout maximum wait in milliseconds
   */
  async release(timeout = stopTimeout): Promise<void> {
    if (this.isReleased) return;
    this.isReleased = true;
    await this.restarting;
    this.lease?.release();
    const deadline = Date.now() + timeout;
    while (
      Date.now() < deadline &&
      ServerLease.isSupervised(this.cluster.leasePipe) &&
      !(await this.hasOtherMonitors())
    )
      await delay(pollInterval);
    await this.monitor?.end().catch(() => undefined);
  }

  /** Waits until the server answers, and starts it unless another process does. */
  private async ensureRunning(): Promise<void> {
    let deadline = Date.now() + startTimeout;
    let failedAt = Infinity;
    let reason: string | undefined;
    let isStarting = false;
    const start = () => {
      if (this.lease || isStarting) return;
      isStarting = true;
      this.cluster.initialise();
      const { lease, reader } = ServerLease.create(this.cluster.leasePipe);
      this.lease = lease;
      this.cluster.start(reader, (exitReason) => {
        isStarting = false;
        failedAt = Math.min(failedAt, Date.now());
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
      if (this.lease && !isStarting) failedAt = Infinity;
      if (Date.now() > Math.min(deadline, failedAt + startRetryTime)) {
        throw new EmbeddedPostgresFailed(`the embedded PostgreSQL does not start: ${reason ?? refusal.message}`);
      }
      start();
      await delay(pollInterval);
    }
  }

  /** Opens the pipe again before the old lease is released, so that the supervisor never reads its end. */
  private renewLease(): void {
    const before = this.lease;
    this.lease = ServerLease.join(this.cluster.leasePipe);
    before?.release();
  }

  /** Opens an idle connection whose end signals the end of the server. @returns the error if it cannot be opened */
  private async connectMonitor(): Promise<(Error & { code?: string }) | undefined> {
    const monitor = new TrackingClient({
      ...connectionOptions(this.url),
      ...rejectPasswordRequest,
      application_name: monitorName,
      ...monitorTimeouts,
    });
    try {
      await monitor.connect();
    } catch (error) {
      return error as Error;
    }
    this.monitor = monitor;
    monitor.once('end', () => {
      if (this.monitor === monitor && !this.isReleased) this.restarting = this.restart();
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
        await delay(restartInterval);
      }
    }
  }

  private async hasOtherMonitors(): Promise<boolean> {
    const others = await this.monitor
      ?.query('SELECT FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()', [monitorName])
      .catch(() => ({ rowCount: 0 }));
    return others?.rowCount !== 0;
  }
}

/** Returns an error whose message names the data directory and its setting. Other OperatorErrors stay as they are. */
function withDirectory(error: unknown, directory: string): unknown {
  const { message } = error as Error;
  const isKnown = error instanceof OperatorError;
  if (isKnown && (!(error instanceof EmbeddedPostgresFailed) || message.includes(directory))) return error;
  const reason = isKnown ? message : `the embedded PostgreSQL cannot be used: ${message}`;
  return new EmbeddedPostgresFailed(`${reason} (DATA_DIR is ${directory})`, { cause: error });
}
