import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts } from '@petstore/processes';
import pg from 'pg';

const versionsDirectory = '/usr/lib/postgresql';
const packages = "install Debian's packages postgresql and postgresql-client (apt-get install postgresql)";

/** PostgreSQL refuses to run as root. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/**
 * A PostgreSQL of Debian's packages on a port of 127.0.0.1, as an operator has one. It asks every role but `postgres` for a password.
 * Debian's pg_dump has the same version, and the embedded PostgreSQL has no pg_dump and no psql.
 */
export class DebianPostgres {
  private constructor(
    readonly port: string,
    /** Folder of the programs of the server and of psql, pg_dump and pg_restore. */
    readonly programs: string,
    private readonly server: ChildProcess,
  ) {}

  /**
   * Creates a cluster and starts the server.
   * @param parent an existing directory that the user of the server may enter
   * @throws Error with the names of Debian's packages if a program is missing
   */
  static async start(parent: string): Promise<DebianPostgres> {
    const programs = programsFolder();
    const directory = join(parent, 'debian-postgresql');
    mkdirSync(directory);
    if (user.uid !== undefined) chownSync(directory, user.uid, user.gid);
    const data = join(directory, 'data');
    const options = { cwd: '/', ...user, env: { LC_ALL: 'C' } };
    const creation = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync'];
    const { status, stderr } = spawnSync(join(programs, 'initdb'), creation, { ...options, encoding: 'utf8' });
    if (status !== 0) throw new Error(`initdb failed: ${stderr}`);
    writeFileSync(
      join(data, 'pg_hba.conf'),
      'host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n',
    );
    const [port = ''] = await freePorts(1);
    const settings = ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
    const server = spawn(join(programs, 'postgres'), ['-D', data, '-p', port, ...settings], {
      ...options,
      stdio: 'ignore',
    });
    const started = new DebianPostgres(port, programs, server);
    await started.waitUntilReady();
    return started;
  }

  /** URL of the administrator. @param database name of the database */
  adminUrl(database: string): string {
    return `postgresql://postgres@127.0.0.1:${this.port}/${database}?sslmode=disable`;
  }

  async stop(): Promise<void> {
    const exit = once(this.server, 'exit');
    this.server.kill('SIGINT');
    await exit;
  }

  private async waitUntilReady(): Promise<void> {
    for (;;) {
      if (this.server.exitCode !== null) throw new Error('the PostgreSQL of Debian has exited');
      const client = new pg.Client({ connectionString: this.adminUrl('postgres') });
      try {
        await client.connect();
        return await client.end();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }
}

function programsFolder(): string {
  const versions = existsSync(versionsDirectory) ? readdirSync(versionsDirectory) : [];
  const [newest] = versions.filter((name) => /^\d+$/.test(name)).sort((a, b) => Number(b) - Number(a));
  const folder = join(versionsDirectory, newest ?? '', 'bin');
  for (const program of ['initdb', 'postgres', 'psql', 'pg_dump', 'pg_restore'])
    if (!existsSync(join(folder, program))) throw new Error(`${join(folder, program)} is missing: ${packages}`);
  return folder;
}
