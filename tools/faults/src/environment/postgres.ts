import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgres } from '@petstore/database';
import { childrenOf, signalIfAlive } from '@petstore/processes';
import pg from 'pg';

/** Milliseconds between two polls. */
const pollInterval = 5;

/** An embedded PostgreSQL server with fsync on. `@petstore/database` restarts it whenever it ends, except after `kill`. */
export class Postgres {
  private constructor(
    readonly directory: string,
    private readonly server: EmbeddedPostgres,
  ) {}

  static async start(directory: string, settings: Record<string, string> = {}): Promise<Postgres> {
    return new Postgres(directory, await EmbeddedPostgres.acquire(directory, { settings }));
  }

  get url(): string {
    return this.server.url;
  }

  /** Directory of the server's Unix sockets. */
  get socketDirectory(): string {
    // `URL` does not accept a URL without a host before the path.
    return new URLSearchParams(this.url.split('?')[1]).get('host')!;
  }

  /** PostgreSQL's data directory. */
  get data(): string {
    return join(this.directory, 'postgresql');
  }

  /** Sends the signal to the postmaster only. */
  signal(signal: NodeJS.Signals): void {
    process.kill(this.postmaster, signal);
  }

  /** Sends the signal to every process of the server. */
  signalAll(signal: NodeJS.Signals): void {
    const { postmaster } = this;
    for (const pid of [postmaster, ...childrenOf(postmaster)]) signalIfAlive(pid, signal);
  }

  /**
   * Ends the server and waits until it accepts connections again.
   * @param end ends the running server
   * @returns time of the first successful query, by `performance.now()`
   */
  async waitForRecovery(end: () => void): Promise<number> {
    const before = this.postmaster;
    end();
    while (isAlive(before)) await delay(pollInterval);
    for (;;) {
      const rows = await this.query('SELECT 1').catch(() => undefined);
      if (rows) return performance.now();
      await delay(pollInterval);
    }
  }

  async query<Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> {
    const client = await this.connect();
    try {
      return (await client.query<Row>(statement, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** Repeats the query until it returns a row. */
  async waitForRow(query: string): Promise<void> {
    while ((await this.query(query)).length === 0) await delay(pollInterval);
  }

  /** Terminates all connections of the service, busy or idle. */
  async terminateConnections(): Promise<void> {
    await this.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'petstore'");
  }

  async connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.url });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  /** Kills the server with SIGKILL and prevents its restart. */
  async kill(): Promise<void> {
    const released = this.server.release();
    this.signalAll('SIGKILL');
    await released;
  }

  stop(): Promise<void> {
    return this.server.release();
  }

  private get postmaster(): number {
    const file = join(this.data, 'postmaster.pid');
    if (!existsSync(file)) throw new Error('PostgreSQL is not running');
    return Number(readFileSync(file, 'utf8').split('\n')[0]);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
