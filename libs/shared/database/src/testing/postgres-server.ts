import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Cluster } from '@petstore/embedded-postgres/cluster';
import { serverUser } from '@petstore/embedded-postgres/server-user';
import { childrenOf, freePort, type Processes, query } from '@petstore/embedded-postgres/testing';
import { embeddedOptions } from '../settings/embedded-options.ts';
import { databaseName } from './test-database.ts';

type Settings = Readonly<Record<string, string>>;

let count = 0;

/** A separate PostgreSQL, for tests that stop it, kill it or copy it, or that need a server without other transactions. */
export class PostgresServer {
  private readonly cluster: Cluster;
  private server: ChildProcess | undefined;

  private constructor(
    private readonly processes: Processes,
    private readonly settings: Settings,
    private readonly port: number | undefined,
  ) {
    const directory = join(processes.directory, String(++count));
    mkdirSync(directory);
    // The data is deleted after the test. A kill of the server loses nothing that it has written to a file.
    this.cluster = new Cluster(directory, {
      ...embeddedOptions,
      settings: { ...embeddedOptions.settings, fsync: 'off' },
    });
  }

  /**
   * Starts a server with new data.
   * @param processes end the server and delete its data
   * @param port of 127.0.0.1; without it, the server listens only on a Unix socket
   */
  static async start(processes: Processes, settings: Settings = {}, port?: number): Promise<PostgresServer> {
    const server = new PostgresServer(processes, settings, port);
    await server.cluster.prepare();
    await server.start();
    return server;
  }

  get url(): string {
    return this.urlOf(databaseName);
  }

  urlOf(database: string): string {
    if (this.port) return `postgresql://petstore@127.0.0.1:${this.port}/${database}?sslmode=disable`;
    return this.cluster.url.replace(`/${databaseName}?`, `/${database}?`);
  }

  /** Process id of the postmaster. */
  get pid(): number {
    return this.server!.pid!;
  }

  /** Starts the server, and waits until it accepts connections. */
  async start(): Promise<void> {
    const { programs, serverOptions, data } = this.cluster;
    const listen = this.port ? { listen_addresses: '127.0.0.1', port: String(this.port) } : {};
    const settings = Object.entries({ ...listen, ...this.settings });
    const args = [...serverOptions, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
    const options = { detached: true, stdio: 'ignore', env: { PGDATA: data }, ...serverUser } as const;
    await this.processes.until(async () => {
      const { exitCode = 0, signalCode = null } = this.server ?? {};
      // A server that was killed may leave shared memory for a moment. Then the start fails, and is repeated.
      if (exitCode !== null || signalCode !== null) {
        this.server = this.processes.spawn(programs.postgres, args, options);
      }
      return this.query('SELECT 1');
    });
    // The server must not keep the process of a test run running.
    this.server!.unref();
  }

  /** Sends the signal to every process of the server. */
  signalAll(signal: NodeJS.Signals): void {
    // A stopped postmaster starts no process that would not get the signal.
    process.kill(this.pid, 'SIGSTOP');
    for (const child of childrenOf(this.pid)) process.kill(child, signal);
    process.kill(this.pid, signal);
  }

  /** Ends the server, and waits for its end. SIGKILL goes to all its processes, other signals to the postmaster only. */
  async end(signal: NodeJS.Signals): Promise<void> {
    this.server!.ref();
    const exit = once(this.server!, 'exit');
    if (signal === 'SIGKILL') this.signalAll(signal);
    else this.server!.kill(signal);
    await exit;
  }

  /** Ends all connections of the service, busy or idle. */
  async terminateConnections(): Promise<void> {
    await this.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'petstore'");
  }

  /** Starts a server with a copy of the data, as if this server had been killed at this time. */
  async startCopy(settings: Settings = {}): Promise<PostgresServer> {
    const copy = await this.copy(settings);
    await copy.start();
    return copy;
  }

  /** Starts a standby that replicates this server, asynchronously. */
  async startStandby(settings: Settings = {}): Promise<PostgresServer> {
    const host = this.port ? `127.0.0.1 port=${this.port}` : this.cluster.data;
    const standby = await this.copy({
      primary_conninfo: `host=${host} user=petstore`,
      // After a restart of the primary, synchronous commits wait until the standby has connected again. The default is 5 s.
      wal_retrieve_retry_interval: '100ms',
      ...settings,
    });
    writeFileSync(join(standby.cluster.data, 'standby.signal'), '');
    await standby.start();
    return standby;
  }

  /** From now on, commits wait for the standby. */
  async requireStandby(): Promise<void> {
    await this.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await this.query('SELECT pg_reload_conf()');
    await this.until("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'");
  }

  /** Makes this standby a primary, and waits until it is one. */
  async promote(): Promise<void> {
    await this.query('SELECT pg_promote()');
  }

  /** Runs a statement on a new connection. */
  query<Row extends object>(statement: string, values: unknown[] = [], database = databaseName): Promise<Row[]> {
    return query(this.urlOf(database), statement, values);
  }

  /** Repeats the query until it returns a row. */
  async until(statement: string): Promise<void> {
    await this.processes.until(async () => (await this.query(statement)).length > 0);
  }

  /** Copies the data while no process of the server can change it. */
  private async copy(settings: Settings): Promise<PostgresServer> {
    const copy = new PostgresServer(this.processes, settings, this.port && (await freePort()));
    const { data } = copy.cluster;
    this.signalAll('SIGSTOP');
    try {
      await this.processes.output('cp', ['-a', this.cluster.data, data]);
    } finally {
      this.signalAll('SIGCONT');
    }
    const ofServer = readdirSync(data).filter((name) => /^(?:postmaster\.pid|\.s\.PGSQL.*)$/.test(name));
    for (const name of ofServer) rmSync(join(data, name));
    await copy.cluster.prepare();
    return copy;
  }
}
