import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdtempSync, readdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Cluster } from '../embedded/cluster.ts';
import { serverUser } from '../embedded/server-user.ts';
import { guardDirectory } from './guard-directory.ts';
import { execute } from './test-database.ts';

/** The data is deleted after the test. A kill of the server loses nothing that it has written to a file. */
const defaultSettings = { fsync: 'off' };

/** A separate PostgreSQL, for tests that kill it or that need a server without other transactions. */
export class OwnServer {
  private readonly cluster: Cluster;
  /** Stops the server and deletes its data. */
  readonly remove: () => Promise<void>;
  private server: ChildProcess | undefined;

  private constructor(settings: Readonly<Record<string, string>>) {
    // PostgreSQL's working directory has no links in its path.
    const directory = realpathSync(mkdtempSync(join(tmpdir(), 'petstore-own-')));
    // If the tests run as root, PostgreSQL runs as another user and must enter the directory.
    chmodSync(directory, 0o711);
    this.cluster = new Cluster(directory, { ...defaultSettings, ...settings });
    this.remove = guardDirectory(directory);
  }

  /** Starts a server with new data. @param settings additional settings of PostgreSQL */
  static async start(settings: Readonly<Record<string, string>> = {}): Promise<OwnServer> {
    const server = new OwnServer(settings);
    await server.cluster.prepare();
    await server.launch();
    return server;
  }

  /** Starts a server with a copy of the data. No transaction may run on this server. */
  async startCopy(settings: Readonly<Record<string, string>> = {}): Promise<OwnServer> {
    const copy = new OwnServer(settings);
    await this.copyData(copy);
    await copy.launch();
    return copy;
  }

  /** Starts a standby that replicates this server. No transaction may run on this server. */
  async startStandby(settings: Readonly<Record<string, string>> = {}): Promise<OwnServer> {
    const primary_conninfo = `host=${this.cluster.data} user=petstore`;
    const standby = new OwnServer({ ...settings, primary_conninfo });
    await this.copyData(standby);
    writeFileSync(join(standby.cluster.data, 'standby.signal'), '');
    await standby.launch();
    return standby;
  }

  get url(): string {
    return this.cluster.url;
  }

  /** Process id of the postmaster. */
  get pid(): number {
    return this.server!.pid!;
  }

  /** Makes this standby a primary, and waits until it is one. */
  promote(): Promise<void> {
    return execute(this.url, 'SELECT pg_promote()');
  }

  /** Kills the postmaster with SIGKILL, starts the server again, and waits until it accepts connections. */
  async kill(): Promise<void> {
    this.server!.kill('SIGKILL');
    await this.launch();
  }

  /** Starts the server until it accepts connections. A server that was killed may leave shared memory for a moment. */
  private async launch(): Promise<void> {
    const { programs, serverOptions, data } = this.cluster;
    const options = { cwd: '/', detached: true, stdio: 'ignore', env: { PGDATA: data }, ...serverUser } as const;
    for (const deadline = Date.now() + 30_000; Date.now() < deadline; await delay(10)) {
      const { exitCode = 0, signalCode = null } = this.server ?? {};
      if (exitCode !== null || signalCode !== null) this.server = spawn(programs.postgres, serverOptions, options);
      const isAccepting = await execute(this.url, 'SELECT 1').then(
        () => true,
        () => false,
      );
      if (isAccepting) return this.server?.unref();
    }
    throw new Error(`PostgreSQL in ${data} does not start`);
  }

  /** Copies the data. Before, all changes are written to the files, so that a copy of the idle server is consistent. */
  private async copyData({ cluster }: OwnServer): Promise<void> {
    await execute(this.url, 'CHECKPOINT');
    const isCopied = (path: string) => !/postmaster\.pid$|\.s\.PGSQL[^/]*$/.test(path);
    cpSync(this.cluster.data, cluster.data, { recursive: true, filter: isCopied });
    const names = readdirSync(cluster.data, { recursive: true, encoding: 'utf8' });
    const { uid, gid } = statSync(this.cluster.data);
    for (const path of [cluster.data, ...names.map((name) => join(cluster.data, name))]) chownSync(path, uid, gid);
  }
}
