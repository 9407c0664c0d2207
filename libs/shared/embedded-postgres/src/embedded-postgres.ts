import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Cluster, port } from './cluster.ts';
import type { EmbeddedPostgresOptions } from './options.ts';

/** Key of the advisory lock in the database `postgres`. It must never change: processes of two releases can use one server. */
const lockKey = 7_065_747_376;

// Times in milliseconds.
const connectTimeout = 5_000;
const joinTimeout = 60_000;
const pollInterval = 20;
const restartInterval = 1_000;

/** Milliseconds during which a failed start is repeated, because child processes of a killed server may still run. */
const startRetryTime = 5_000;

/** pg's messages if a connection attempt, or a statement, gets no response in time. */
const noResponse = ['timeout expired', 'Query read timeout'];

/** The number of the server's process, which the server reads in its working directory, and what identifies its data. */
const serverQuery = `
  SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid, system_identifier::text AS "dataId"
  FROM pg_control_system()`;

/** Second of the last change of the lock file in the server's working directory; null if the file is gone. */
const lockFileQuery = `SELECT extract(epoch FROM (pg_stat_file('postmaster.pid', true)).change)::int AS "changedAt"`;

/** SQLSTATE cannot_connect_now: the server is starting, recovering or stopping. */
const cannotConnectNow = '57P03';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

type ConnectError = Error & { readonly code?: string };

/**
 * Returns the options of every connection to the embedded server, which never asks for a password. Without a function, and also with an empty
 * string, pg would send PGPASSWORD or a line of ~/.pgpass to another process that listens on the socket.
 */
export function rejectPasswordRequest({ Failed }: EmbeddedPostgresOptions): pg.ClientConfig {
  return {
    password() {
      throw new Failed(
        'the embedded PostgreSQL asks for a password, which is not sent: another process listens on its socket, or ' +
          'pg_hba.conf was changed',
      );
    },
  };
}

/**
 * The embedded PostgreSQL of a data directory, shared by all processes that use it. The first process starts it, and the last one
 * stops it. If it ends earlier, a process that still needs it restarts it.
 *
 * Each process holds a shared advisory lock in a session of its own. At its end it tries to get the lock exclusively. Only the
 * process that gets it stops the server, because no other process holds the lock then. A process that is stopped while it waits for a server
 * that it has started ends that server without the lock. Another process that needs it starts it again.
 */
export class EmbeddedPostgres {
  private session: pg.Client | undefined;
  /** Process number of the server, valid while the session is open. */
  private postmaster = '';
  /** Identifies the data that this process has used first. */
  private dataId: string | undefined;
  /** Why the data cannot be used any more. */
  private replaced: Error | undefined;
  /** Process number of a server that this process has started and has not joined yet. */
  private started: string | undefined;
  /** Called when the data was replaced by another database. */
  onReplaced: () => void = () => undefined;
  private joining: Promise<void>;
  private releasing: Promise<void> | undefined;

  private constructor(
    private readonly cluster: Cluster,
    private readonly options: EmbeddedPostgresOptions,
    private readonly warn: (message: string) => void,
    private readonly signal: AbortSignal | undefined,
  ) {
    for (const signal of signals) process.once(signal, this.onSignal);
    this.joining = cluster.prepare().then(() => this.join());
  }

  /**
   * Creates the data if there is none, and starts the server, or joins the processes that use it.
   * @param warn gets messages for the operator
   * @param signal ends the wait for the start, which can take minutes after a crash
   * @throws options.Failed, also if `signal` is aborted
   * @throws options.Unreachable if the server is running and does not respond
   */
  static async acquire(
    directory: string,
    options: EmbeddedPostgresOptions,
    warn: (message: string) => void,
    signal?: AbortSignal,
  ): Promise<EmbeddedPostgres> {
    const server = new EmbeddedPostgres(new Cluster(directory, options), options, warn, signal);
    try {
      await server.joining;
      return server;
    } catch (error) {
      await server.release();
      throw withDirectory(error, directory, options);
    }
  }

  /** Returns the URL of the directory's server. Does not start the server, and does not check if it is running. */
  static urlOf(directory: string, options: EmbeddedPostgresOptions): string {
    return new Cluster(directory, options).url;
  }

  get url(): string {
    return this.cluster.url;
  }

  /** Leaves the server. If no other process uses it, stops it and waits for its end. */
  release(): Promise<void> {
    return (this.releasing ??= this.leave());
  }

  /**
   * Checks that the server uses the data directory. If the directory was removed or replaced, stops the server, because nobody would find
   * again what it still stores. PostgreSQL checks this too, but only every minute.
   * @throws options.Failed if the directory was removed or replaced
   */
  async requireData(): Promise<void> {
    if (this.replaced) throw this.replaced;
    const result = await this.session?.query<{ changedAt: number | null }>(lockFileQuery).catch(() => undefined);
    // A server whose files are gone can end before it answers.
    const isUsed = result ? result.rows[0]!.changedAt === this.cluster.lockFileChangedAt() : this.cluster.exists();
    if (isUsed) return;
    const gone = `${this.cluster.data} was removed or replaced while PostgreSQL used it: PostgreSQL is stopped`;
    this.warn(gone);
    if (result) await this.cluster.signal(this.postmaster, 'QUIT');
    throw new this.options.Failed(gone);
  }

  private async leave(): Promise<void> {
    await this.joining.catch(() => undefined);
    if (this.session) await this.endSession(this.session, this.postmaster);
    for (const signal of signals) process.off(signal, this.onSignal);
  }

  /** Ends a session that holds the shared lock. If no other process holds it, stops the server. */
  private async endSession(session: pg.Client, postmaster: string): Promise<void> {
    try {
      await session.query(`SELECT pg_advisory_unlock_shared(${lockKey})`);
      const { rows } = await session.query<{ isLast: boolean }>(`SELECT pg_try_advisory_lock(${lockKey}) AS "isLast"`);
      if (rows[0]!.isLast) await this.cluster.stop(postmaster);
    } catch {
      // The server has ended.
    }
    await session.end().catch(() => undefined);
  }

  /** Connects to the server, and starts it if none is running, until this process holds the lock. */
  private async join(): Promise<void> {
    const { Failed, Unreachable } = this.options;
    let deadline = Date.now() + joinTimeout;
    let failedAt: number | undefined;
    let reason: string | undefined;
    for (;;) {
      const refusal = await this.connect();
      if (refusal === undefined) {
        this.started = undefined;
        return;
      }
      if (this.releasing || this.signal?.aborted) {
        if (this.started) await this.cluster.stop(this.started);
        throw new Failed('stopped before the embedded PostgreSQL accepted connections');
      }
      const isFinal: boolean = refusal instanceof Failed;
      if (isFinal) throw refusal;
      if (noResponse.includes(refusal.message)) {
        throw new Unreachable(new Error('the server is running but does not answer'));
      }
      const holder = this.cluster.lockHolder();
      if (refusal.code === cannotConnectNow) {
        // Crash recovery may take long.
        deadline = Date.now() + joinTimeout;
      } else if (holder && (await this.cluster.isServer(holder))) {
        // It starts, it stops, or it is another server: only the deadline can tell which.
        failedAt = undefined;
        reason = this.inUse(holder);
      } else {
        reason = await this.cluster.start(holder);
        this.started = this.cluster.lockHolder();
        if (reason !== undefined && this.started && (await this.cluster.isServer(this.started))) {
          // The server recovers from a crash, and pg_ctl has given up.
          failedAt = undefined;
          deadline = Date.now() + joinTimeout;
        } else if (reason !== undefined) {
          failedAt ??= Date.now();
        }
      }
      if (Date.now() > deadline || (failedAt !== undefined && Date.now() > failedAt + startRetryTime)) {
        // A server that responds with an error is the right one. For example, it has no free connection.
        const isRefused = refusal instanceof pg.DatabaseError;
        const problem = isRefused
          ? `refuses connections: ${refusal.message}`
          : `does not start: ${reason ?? refusal.message}`;
        throw new Failed(`the embedded PostgreSQL ${problem}`);
      }
      await delay(pollInterval);
    }
  }

  private inUse(pid: string): string {
    return (
      `another PostgreSQL (process ${pid}) uses its data, and accepts no connections in ` +
      `${this.cluster.socketDirectory}: stop that PostgreSQL`
    );
  }

  /** Opens a session that holds the shared lock until it ends. @returns the error if this fails */
  private async connect(): Promise<ConnectError | undefined> {
    const { name, sessionOptions } = this.options;
    const session = new pg.Client({
      ...rejectPasswordRequest(this.options),
      host: this.cluster.socketDirectory,
      port,
      // Without it, pg would use PGSSLMODE.
      ssl: false,
      user: name,
      database: 'postgres',
      options: sessionOptions,
      application_name: `${name} embedded`,
      connectionTimeoutMillis: connectTimeout,
      query_timeout: connectTimeout,
    });
    session.on('error', () => undefined);
    try {
      await session.connect();
      // Waits while another process stops the server. Then this fails, and the server is started again.
      await session.query(`SELECT pg_advisory_lock_shared(${lockKey})`);
      const { rows } = await session.query<{ pid: string; dataId: string }>(serverQuery);
      const { pid, dataId } = rows[0]!;
      this.dataId ??= dataId;
      if (dataId !== this.dataId) {
        const replaced = this.replace();
        await this.endSession(session, pid);
        throw replaced;
      }
      this.postmaster = pid;
    } catch (error) {
      void session.end().catch(() => undefined);
      return error as ConnectError;
    }
    this.session = session;
    session.once('end', () => {
      if (!this.releasing) this.joining = this.rejoin();
    });
    return undefined;
  }

  /** Another process can have created an empty database, because the data had been removed. @returns the error */
  private replace(): Error {
    this.replaced = new this.options.Failed(
      `${this.cluster.data} was replaced by another database: stop all programs that use it, put the data back, and start them again`,
    );
    this.onReplaced();
    return this.replaced;
  }

  private async rejoin(): Promise<void> {
    this.warn('the embedded PostgreSQL has stopped; restarting it');
    while (!this.releasing) {
      try {
        await this.join();
        return this.warn('the embedded PostgreSQL is running again');
      } catch (error) {
        if (this.releasing) return;
        this.warn((error as Error).message);
        if (this.replaced) return;
        await delay(restartInterval);
      }
    }
  }

  /** Releases the server and then ends the process. Another listener of the signal, such as that of the service, does this itself. */
  private readonly onSignal = (signal: NodeJS.Signals): void => {
    if (process.listenerCount(signal) > 0) {
      // The program may remove its listener before it has released the server.
      process.once(signal, this.onSignal);
      return;
    }
    // After Ctrl-C, npm sends again what the terminal has sent already. Without a listener, that would end the process at once.
    const ignore = () => undefined;
    process.on(signal, ignore);
    const end = () => {
      process.off(signal, ignore);
      process.kill(process.pid, signal);
    };
    // `setImmediate` lets the program report first why it could not open the database.
    void this.release().finally(() => setImmediate(end));
  };
}

/** Returns an error whose message names the data directory and its setting. */
function withDirectory(
  error: unknown,
  directory: string,
  { directorySetting, urlSetting, Failed, Unreachable }: EmbeddedPostgresOptions,
): unknown {
  const { message } = error as Error;
  const isKnown = error instanceof Failed;
  if (error instanceof Unreachable || (isKnown && message.includes(directory))) return error;
  // The program exists, so what is missing is the dynamic loader of glibc.
  const needed = /^spawn .* ENOENT$/.test(message)
    ? ` (it needs glibc, which Alpine Linux does not have: set ${urlSetting})`
    : '';
  const reason = isKnown ? message : `the embedded PostgreSQL cannot be used: ${message}${needed}`;
  return new Failed(`${reason} (${directorySetting} is ${directory})`, { cause: error });
}
