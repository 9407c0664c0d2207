import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { findPrograms, serverUser } from '@petstore/database/testing';
import { childrenOf } from './proc.ts';
import { freePort, type Processes } from './processes.ts';

/** Enough for the pools of ten instances. fsync stays on. */
const defaultSettings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '200' };

/** A PostgreSQL server that a test can stop, kill and start again on the same port. */
export class Postgres {
  private server: ChildProcess | undefined;

  private constructor(
    private readonly processes: Processes,
    private readonly program: string,
    readonly data: string,
    readonly port: number,
    private settings: Readonly<Record<string, string>>,
  ) {}

  /** Creates a server with an empty database, and starts it. */
  static async create(processes: Processes, settings: Readonly<Record<string, string>>): Promise<Postgres> {
    const { initdb, postgres: program } = findPrograms();
    const data = join(processes.directory, 'primary');
    createDirectory(data);
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
    await processes.output(initdb, ['-D', data, '-U', 'petstore', '--auth=trust', '--no-sync', ...locale], serverUser);
    const postgres = new Postgres(processes, program, data, await freePort(), settings);
    await postgres.start();
    await postgres.query('CREATE DATABASE petstore', [], 'postgres');
    return postgres;
  }

  get url(): string {
    return urlOf(this.port);
  }

  /** Starts the server, and waits until it accepts connections. */
  async start(): Promise<void> {
    const settings = { ...defaultSettings, port: String(this.port), ...this.settings };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    await this.processes.until(async () => {
      // A server that was killed may leave shared memory for a moment. Then the start fails, and is repeated.
      if (this.server?.exitCode !== null || this.server.signalCode !== null) {
        const options = { ...serverUser, stdio: 'ignore' } as const;
        this.server = this.processes.spawn(this.program, ['-D', this.data, ...flags], options);
      }
      return this.query('SELECT 1', [], 'postgres');
    });
  }

  /** Sends the signal to every process of the server. */
  signalAll(signal: NodeJS.Signals): void {
    const pid = this.server!.pid!;
    // A stopped postmaster starts no process that would not get the signal.
    process.kill(pid, 'SIGSTOP');
    for (const child of childrenOf(pid)) process.kill(child, signal);
    process.kill(pid, signal);
  }

  /** Ends the server, and waits for its end. SIGKILL goes to all its processes, other signals to the postmaster only. */
  async end(signal: NodeJS.Signals): Promise<void> {
    const exit = once(this.server!, 'exit');
    if (signal === 'SIGKILL') this.signalAll(signal);
    else this.server!.kill(signal);
    await exit;
  }

  /** Ends all connections of the service, busy or idle. */
  async terminateConnections(): Promise<void> {
    await this.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'petstore'");
  }

  /** Starts a synchronous standby on a copy of the data. The server is restarted, and then commits wait for the standby. */
  async startStandby(): Promise<Postgres> {
    await this.end('SIGINT');
    const data = join(this.processes.directory, 'standby');
    await this.processes.output('/bin/cp', ['-a', this.data, data]);
    writeFileSync(join(data, 'standby.signal'), '');
    const standby = new Postgres(this.processes, this.program, data, await freePort(), {
      primary_conninfo: `host=127.0.0.1 port=${this.port} user=petstore`,
      // After a restart of the primary, commits wait until the standby has connected again. The default is 5 s.
      wal_retrieve_retry_interval: '100ms',
    });
    this.settings = { ...this.settings, synchronous_standby_names: '*' };
    await Promise.all([this.start(), standby.start()]);
    await this.until("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'");
    return standby;
  }

  /** Makes this standby the primary. */
  async promote(): Promise<void> {
    await this.query('SELECT pg_promote()');
  }

  query<Row extends object>(statement: string, values: unknown[] = [], database = 'petstore'): Promise<Row[]> {
    return query(urlOf(this.port, database), statement, values);
  }

  /** Repeats the query until it returns a row. */
  async until(query: string): Promise<void> {
    await this.processes.until(async () => (await this.query(query)).length > 0);
  }

  connect(): Promise<pg.Client> {
    return connect(this.url);
  }
}

/** Opens a connection. Ignores its later errors: its statements fail. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Runs a statement on a new connection. */
export async function query<Row extends object>(url: string, statement: string, values: unknown[]): Promise<Row[]> {
  const client = await connect(url);
  try {
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end();
  }
}

function urlOf(port: number, database = 'petstore'): string {
  return `postgresql://petstore@127.0.0.1:${port}/${database}?sslmode=disable`;
}

/** Creates a directory that belongs to the user of the server. */
export function createDirectory(path: string): void {
  mkdirSync(path, { mode: 0o700 });
  if (serverUser) chownSync(path, serverUser.uid, serverUser.gid);
}
