import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request as requestTls } from 'node:https';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { parseEnv } from 'node:util';
import type { Processes } from '@petstore/database/testing';
import type { Environment } from '../support/service.ts';
import { workspace } from '../support/workspace.ts';
import { configuration, Host, path, type Program } from './host.ts';

/** A member, as `GET /cluster` of Patroni describes it. */
interface Member {
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
}

const haproxy = read('haproxy.cfg');
const serviceEnvironment = environment('petstore.env');

/** Milliseconds between two checks of a state. */
const pause = 250;

/** Three hosts with PostgreSQL, Patroni, etcd and PgBouncer, two with the service, and one with HAProxy, as `deploy/cluster` describes them. */
export class Cluster {
  readonly address = `http://${inHaproxyConfig(/bind (\S+):8080/)}:8080`;
  readonly databases: readonly Host[];
  readonly proxy: Host;
  private readonly certificates: string;
  private readonly services: readonly Host[];

  private constructor(
    private readonly processes: Processes,
    logs: string,
  ) {
    this.certificates = join(processes.directory, 'certificates');
    const host = (name: string, address: string, env: Environment, starts: Program[]) =>
      new Host(processes, name, address, env, starts, this.certificates, join(logs, `${name}.log`));
    const server = (name: string) => inHaproxyConfig(new RegExp(`server ${name} (\\S+):`));
    this.databases = ['db1', 'db2', 'db3'].map((name) =>
      host(name, server(name), { ...environment('etcd.env'), ...environment(`${name}.env`) }, [
        'etcd',
        'patroni',
        'pgbouncer',
      ]),
    );
    this.services = ['app1', 'app2'].map((name) => host(name, server(name), serviceEnvironment, []));
    this.proxy = host('proxy', inHaproxyConfig(/bind (\S+):8080/), {}, ['haproxy']);
  }

  /** Starts all hosts, and waits until the cluster is complete. @param name folder of the programs' output in `reports/cluster` */
  static async start(processes: Processes, name: string): Promise<Cluster> {
    const logs = join(workspace, 'reports/cluster', name);
    rmSync(logs, { recursive: true, force: true });
    mkdirSync(logs, { recursive: true });
    const cluster = new Cluster(processes, logs);
    mkdirSync(cluster.certificates);
    const script = join(configuration, 'certificates.sh');
    await processes.output('sh', [script], { cwd: cluster.certificates, env: path });
    progress('the hosts start');
    for (const host of [...cluster.databases, ...cluster.services, cluster.proxy]) await host.boot();
    progress('waiting for a leader and two standbys');
    await cluster.databasesComplete();
    progress('the database is created');
    const leader = await cluster.leader();
    await leader.execute('postgres', '/usr/lib/postgresql/15/bin/psql', '-f', '/etc/patroni/create-database.sql');
    await cluster.petstore('migrate');
    for (const host of cluster.services) host.start('service');
    await cluster.complete();
    return cluster;
  }

  /** Issues an API key. */
  issueKey(): Promise<string> {
    return this.petstore('keys', 'issue', 'a client');
  }

  /** Waits until exactly one host is the leader for HAProxy. */
  leader(): Promise<Host> {
    return this.processes.until(async () => {
      const statuses = await Promise.all(
        this.databases.map(({ address }) =>
          this.send('GET', `https://${address}:8008/primary`).catch(() => ({ status: 0 })),
        ),
      );
      const leaders = this.databases.filter((_, index) => statuses[index]!.status === 200);
      return leaders.length === 1 ? leaders[0] : undefined;
    }, pause);
  }

  /** Makes the synchronous standby the leader, as `patronictl switchover` does. */
  async switchOver(): Promise<void> {
    const leader = await this.leader();
    const patronictl = ['patronictl', '-c', '/etc/patroni/patroni.yml', 'switchover', '--force'];
    await leader.execute('postgres', ...patronictl, '--leader', leader.name);
  }

  /** Waits until all programs work, and both standbys follow the leader, one of them synchronously. */
  async complete(): Promise<void> {
    progress('waiting until all hosts work');
    await this.databasesComplete();
    await this.processes.until(async () => {
      const statuses = await Promise.all(
        this.services.map(({ address }) => statusOf(`http://${address}:3000/health/ready`)),
      );
      return statuses.every((status) => status === 200);
    }, pause);
  }

  private async databasesComplete(): Promise<void> {
    await this.processes.until(async () => {
      for (const { address, name } of this.databases) {
        const health = await this.send('GET', `https://${address}:2379/health`, name);
        const { body } = await this.send('GET', `https://${address}:8008/cluster`);
        const { members } = body as { members: Member[] };
        const roles = members.map(({ role }) => role).sort();
        const timelines = new Set(members.map(({ timeline }) => timeline));
        const areRunning = members.every(({ state }) => state === 'running' || state === 'streaming');
        if (
          health.status !== 200 ||
          roles.join() !== 'leader,replica,sync_standby' ||
          timelines.size > 1 ||
          !areRunning
        ) {
          return false;
        }
      }
      return true;
    }, pause);
  }

  /**
   * Sends a request to Patroni or etcd.
   * @param certificateOf name of the database host whose certificate is shown; without it, none
   */
  async send(method: string, url: string, certificateOf?: string): Promise<{ status: number; body: unknown }> {
    const file = (name: string) => readFileSync(join(this.certificates, name));
    const own = certificateOf && { cert: file(`${certificateOf}.crt`), key: file(`${certificateOf}.key`) };
    const signal = AbortSignal.timeout(2_000);
    const sent = requestTls(url, { method, ca: file('ca.crt'), ...own, agent: false, signal }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode!, body: await json(response).catch(() => undefined) };
  }

  /** Runs the `petstore` command without PgBouncer, as the operator does. */
  private petstore(...args: string[]): Promise<string> {
    const url = new URL(serviceEnvironment.DATABASE_URL!);
    url.port = inHaproxyConfig(/listen database_sessions[^]*?bind \S+:(\d+)/);
    const main = join(workspace, 'apps/cli/dist/main.js');
    return this.processes.output(process.execPath, [main, ...args], { env: { DATABASE_URL: url.href } });
  }
}

/** Tells on standard error what happens. */
export function progress(step: string): void {
  process.stderr.write(`  ${new Date().toISOString().slice(11, 19)} ${step}\n`);
}

/** Returns a setting of patroni.yml, such as `ttl`, in seconds. */
export function patroniSeconds(name: string): number {
  return Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(read('patroni.yml'))![1]);
}

function read(file: string): string {
  return readFileSync(join(configuration, file), 'utf8');
}

function environment(file: string): Environment {
  return parseEnv(read(file)) as Environment;
}

/** Returns the first group of the pattern in haproxy.cfg. */
function inHaproxyConfig(pattern: RegExp): string {
  return pattern.exec(haproxy)![1]!;
}

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url, { headers: { Connection: 'close' }, signal: AbortSignal.timeout(2_000) });
  await response.arrayBuffer();
  return response.status;
}
