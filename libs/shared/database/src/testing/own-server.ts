import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { EmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { dataName } from '../embedded/cluster.ts';
import { dataDirectory } from '../embedded/data-directory.ts';

/** The data is deleted after the test. A kill of the server loses nothing that it has written to a file. */
const settings = { fsync: 'off' };

/** A separate PostgreSQL, for tests that kill it or that need a server without other transactions. */
export class OwnServer {
  private constructor(
    private readonly temporary: string,
    private readonly directory: string,
    private readonly server: EmbeddedPostgres,
  ) {}

  /** Starts a server with new data. @param additional settings of PostgreSQL */
  static start(additional: Readonly<Record<string, string>> = {}): Promise<OwnServer> {
    return OwnServer.startWith(additional, () => undefined);
  }

  /** Starts a server with a copy of the data. No transaction may run on this server. */
  async startCopy(additional: Readonly<Record<string, string>> = {}): Promise<OwnServer> {
    await this.checkpoint();
    return OwnServer.startWith(additional, (directory) => this.copyData(directory));
  }

  /** Starts a standby that replicates this server. No transaction may run on this server. */
  async startStandby(additional: Readonly<Record<string, string>> = {}): Promise<OwnServer> {
    await this.checkpoint();
    const host = new URLSearchParams(this.url.split('?')[1]).get('host')!;
    const replication = { primary_conninfo: `host=${host} user=petstore` };
    return OwnServer.startWith({ ...additional, ...replication }, (directory) => {
      this.copyData(directory);
      const signal = join(directory, dataName, 'standby.signal');
      writeFileSync(signal, '');
      copyOwner(this.data, signal);
    });
  }

  get url(): string {
    return this.server.url;
  }

  /** Makes this standby a primary, and waits until it is one. */
  promote(): Promise<void> {
    return this.execute('SELECT pg_promote()');
  }

  /** Kills the postmaster with SIGKILL, and waits until the server has been started again and accepts connections. */
  async kill(): Promise<void> {
    const before = this.postmaster;
    process.kill(before, 'SIGKILL');
    while (!existsSync(this.pidFile) || this.postmaster === before || !(await this.isAccepting())) await delay(5);
  }

  /** Stops the server and deletes its data. */
  async remove(): Promise<void> {
    await this.server.release();
    for (const path of [this.temporary, this.directory]) rmSync(path, { recursive: true, force: true });
  }

  private static async startWith(
    additional: Readonly<Record<string, string>>,
    prepare: (directory: string) => void,
  ): Promise<OwnServer> {
    const temporary = mkdtempSync(join(tmpdir(), 'petstore-own-'));
    // If the tests run as root, PostgreSQL runs as another user and must enter the directory.
    chmodSync(temporary, 0o711);
    const { directory } = dataDirectory(join(temporary, 'data'), true);
    prepare(directory);
    const server = await EmbeddedPostgres.acquire(directory, { settings: { ...settings, ...additional } });
    return new OwnServer(temporary, directory, server);
  }

  private async isAccepting(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url });
    const isConnected = await client.connect().then(
      () => true,
      () => false,
    );
    if (isConnected) await client.end();
    return isConnected;
  }

  /** Writes all changes to the data files, so that a copy of the idle server is consistent. */
  private checkpoint(): Promise<void> {
    return this.execute('CHECKPOINT');
  }

  private async execute(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  }

  private copyData(directory: string): void {
    const copy = join(directory, dataName);
    cpSync(this.data, copy, { recursive: true, filter: (path) => !path.endsWith('postmaster.pid') });
    const names = readdirSync(copy, { recursive: true, encoding: 'utf8' });
    for (const path of [copy, ...names.map((name) => join(copy, name))]) copyOwner(this.data, path);
  }

  private get data(): string {
    return join(this.directory, dataName);
  }

  private get pidFile(): string {
    return join(this.data, 'postmaster.pid');
  }

  private get postmaster(): number {
    return Number(readFileSync(this.pidFile, 'utf8').split('\n')[0]);
  }
}

function copyOwner(source: string, path: string): void {
  const { uid, gid } = statSync(source);
  chownSync(path, uid, gid);
}
