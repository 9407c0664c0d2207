import { chownSync, cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryDirectory, type DatabaseLocation, removeTemporaryDirectory } from '@petstore/processes';
import { Postgres } from './postgres.ts';
import { TcpProxy } from './tcp-proxy.ts';

/** A primary and its synchronous standby, behind an address that moves to the standby when it is promoted. */
export class FailoverPair {
  private isPromoted = false;

  private constructor(
    private readonly directory: string,
    private readonly primary: Postgres,
    private readonly standby: Postgres,
    private readonly proxy: TcpProxy,
  ) {}

  /** Stops the server, and starts the pair on two copies of its data. */
  static async replace(original: Postgres): Promise<FailoverPair> {
    const directory = createTemporaryDirectory();
    const { primary, standby } = await startPair(original, directory);
    const pair = new FailoverPair(directory, primary, standby, await TcpProxy.start(socketOf(primary)));
    await pair.waitForStandby();
    return pair;
  }

  /** The server that accepts writes. */
  get current(): Postgres {
    return this.isPromoted ? this.standby : this.primary;
  }

  /** The address that moves, as a URL. */
  get url(): string {
    return `postgresql://petstore@127.0.0.1:${this.proxy.port}/petstore`;
  }

  /** The same address, for the service. */
  get database(): DatabaseLocation {
    return { DATABASE_URL: this.url };
  }

  /** Waits until a commit on the primary waits for the standby. */
  async waitForStandby(): Promise<void> {
    await this.primary.waitForRow(`SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'`);
  }

  /** Kills the primary, promotes the standby and moves the address to it. */
  async failOver(): Promise<void> {
    await this.primary.kill();
    await this.standby.query('SELECT pg_promote()');
    this.isPromoted = true;
    this.proxy.redirectTo(socketOf(this.standby));
  }

  /** Stops both servers and removes their files. */
  async destroy(): Promise<void> {
    this.proxy.close();
    await Promise.all([this.primary.stop(), this.standby.stop()]);
    removeTemporaryDirectory(this.directory);
  }
}

async function startPair(original: Postgres, directory: string): Promise<{ primary: Postgres; standby: Postgres }> {
  await original.stop();
  const [first, second] = [join(directory, 'primary'), join(directory, 'standby')] as const;
  for (const copy of [first, second]) copyData(original.data, copy);
  const signal = join(second, 'postgresql', 'standby.signal');
  writeFileSync(signal, '');
  copyOwner(original.data, signal);
  const primary = await Postgres.start(first, { synchronous_standby_names: '*' });
  const standby = await Postgres.start(second, {
    primary_conninfo: `host=${primary.socketDirectory} user=petstore application_name=standby`,
    // After a restart of the primary, commits wait until the standby has connected again. The default is 5 s.
    wal_retrieve_retry_interval: '100ms',
  });
  return { primary, standby };
}

/** Copies the data directory with its owners into a new directory. */
function copyData(data: string, directory: string): void {
  mkdirSync(directory, { mode: 0o711 });
  const copy = join(directory, 'postgresql');
  cpSync(data, copy, { recursive: true });
  const names = readdirSync(copy, { recursive: true, encoding: 'utf8' });
  for (const path of [copy, ...names.map((name) => join(copy, name))]) copyOwner(data, path);
}

function copyOwner(data: string, path: string): void {
  const { uid, gid } = statSync(data);
  chownSync(path, uid, gid);
}

function socketOf({ socketDirectory }: Postgres): string {
  return join(socketDirectory, '.s.PGSQL.5432');
}
