import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { mainFileOf, petstoreOutput } from '@petstore/processes';
import { Host } from '../hosts/host.ts';
import { createBridge, deleteBridge } from '../hosts/network.ts';
import { databaseHosts, type HostAddress, ports, proxyHost, serviceHosts } from '../hosts/topology.ts';
import { configuration, parseEnvironment } from '../servers/configuration.ts';
import { isEtcdLeader, isHealthy } from '../servers/etcd.ts';
import {
  incompleteReason,
  leaderOf,
  isPrimary,
  type Member,
  members,
  synchronousStandbyOf,
} from '../servers/patroni.ts';
import { waitUntil } from '../servers/wait-until.ts';
import { databaseHostDirectories, installDatabaseHost, startDatabaseHost } from './database-host.ts';
import { executeSql } from './execute-sql.ts';
import { readUsers } from './users.ts';

/** Milliseconds for the creation of the cluster, and for the return of a host: it may copy all data. */
const completeTimeout = 120_000;

/** Milliseconds until another leader is elected. The bounds of the rows are shorter: this one ends a row that cannot continue. */
const electionTimeout = 90_000;

/** Milliseconds for a response to a health check. */
const checkTimeout = 2_000;

/** Three database hosts, two instances of the service and HAProxy, each on its own host, all on this machine. */
export class Cluster {
  /** The address of the API. */
  readonly address = `http://${proxyHost.address}:${ports.api}`;
  readonly proxy: Host;
  private readonly databases: readonly Host[];
  readonly services: readonly Host[];
  key = '';

  private constructor(directory: string, logs: string) {
    mkdirSync(logs, { recursive: true });
    const host = (at: HostAddress, targets: readonly string[]) => new Host(at, join(directory, at.name), logs, targets);
    this.databases = databaseHosts.map((at) => host(at, databaseHostDirectories));
    this.services = serviceHosts.map((at) => host(at, []));
    this.proxy = host(proxyHost, ['/etc/haproxy']);
  }

  /**
   * Creates the cluster and waits until it can serve requests. This process must be in a network namespace without hosts.
   * @param directory where the hosts have their files
   * @param logs directory of the programs' output
   */
  static async create(directory: string, logs: string, report: (step: string) => void): Promise<Cluster> {
    const cluster = new Cluster(directory, logs);
    await cluster.start(report);
    return cluster;
  }

  private async start(report: (step: string) => void): Promise<void> {
    report('starting the hosts');
    await createBridge();
    const users = await readUsers();
    for (const host of this.databases) installDatabaseHost(host, users);
    this.proxy.write({ path: '/etc/haproxy/haproxy.cfg', text: configuration('haproxy.cfg') });
    for (const host of [...this.databases, ...this.services, this.proxy]) await host.boot();
    for (const host of this.databases) startDatabaseHost(host);
    this.startProxy();
    report('waiting for a leader and a synchronous standby');
    await this.waitForDatabases();
    report('creating the database');
    await waitUntil('HAProxy', completeTimeout, async () => {
      await executeSql('postgres', 'SELECT 1');
      return undefined;
    });
    await executeSql('postgres', configuration('create-database.sql'));
    const sessions = this.sessions();
    await petstoreOutput(sessions, 'migrate');
    this.key = await petstoreOutput(sessions, 'keys', 'issue', 'the load');
    for (const host of this.services) this.startService(host);
    await this.waitUntilComplete();
  }

  /** Ends all hosts and removes the network. */
  async destroy(): Promise<void> {
    const hosts = [...this.databases, ...this.services, this.proxy];
    await Promise.all(hosts.filter(({ isRunning }) => isRunning).map((host) => host.powerOff()));
    await deleteBridge();
  }

  /** Starts HAProxy as Debian's unit does. */
  startProxy(): void {
    this.proxy.start({ name: 'haproxy', path: '/usr/sbin/haproxy', args: ['-W', '-f', '/etc/haproxy/haproxy.cfg'] });
  }

  startService(host: Host): void {
    host.start({
      name: 'service',
      path: process.execPath,
      args: [mainFileOf('api')],
      env: parseEnvironment(configuration('petstore.env')),
    });
  }

  /** Returns the database host with this name. */
  host(name: string): Host {
    const host = this.databases.find(({ at }) => at.name === name);
    if (!host) throw new Error(`no database host is called ${name}`);
    return host;
  }

  get databaseHosts(): readonly Host[] {
    return this.databases;
  }

  /** Returns the leader. @throws Error if there is none */
  async leader(): Promise<Host> {
    return this.host(leaderOf(await this.members())!);
  }

  /** Returns the host of the synchronous standby. @throws Error if there is none */
  async synchronousStandby(): Promise<Host> {
    return this.host(synchronousStandbyOf(await this.members())!);
  }

  /** Returns the host whose etcd is the leader of etcd. @throws Error if there is none */
  async etcdLeader(): Promise<Host> {
    for (const host of this.databases) if (await isEtcdLeader(host.at)) return host;
    throw new Error('etcd has no leader');
  }

  /** Returns the names of the hosts that HAProxy would use as the leader. Hosts that do not respond are not among them. */
  async primaries(): Promise<string[]> {
    const answers = await Promise.all(this.databases.map(({ at }) => isPrimary(at).catch(() => false)));
    return this.databases.filter((_, index) => answers[index]).map(({ at }) => at.name);
  }

  /** Waits until another host is the leader. */
  async waitForLeaderOtherThan(former: Host): Promise<void> {
    await waitUntil('another leader', electionTimeout, async () => {
      const leader = leaderOf(await this.members(former));
      return leader === undefined || leader === former.at.name ? `the leader is ${leader}` : undefined;
    });
  }

  /** Waits until all hosts do what they do without a fault. */
  async waitUntilComplete(): Promise<void> {
    await this.waitForDatabases();
    for (const { at } of this.services) await this.waitUntilReady(at);
    await waitUntil('the API', completeTimeout, async () => {
      const headers = { authorization: `Bearer ${this.key}`, connection: 'close' };
      const { status } = await fetch(`${this.address}/v1/pets?limit=1`, {
        headers,
        signal: AbortSignal.timeout(checkTimeout),
      });
      return status === 200 ? undefined : `GET /v1/pets returned ${status}`;
    });
  }

  /** Waits until etcd and PostgreSQL of all hosts work, and with `synchronous_mode` one standby is synchronous. */
  async waitForDatabases(): Promise<void> {
    const isSynchronous = /^\s*synchronous_mode: true$/m.test(configuration('patroni.yml'));
    await waitUntil('the cluster', completeTimeout, async () => {
      for (const { at } of this.databases) if (!(await isHealthy(at))) return `etcd of ${at.name} is not healthy`;
      const reasons = await Promise.all(
        this.databases.map(async ({ at }) => incompleteReason(await members(at), this.databases.length, isSynchronous)),
      );
      return reasons.find((reason) => reason !== undefined);
    });
  }

  async waitUntilReady({ name, address }: HostAddress): Promise<void> {
    await waitUntil(name, completeTimeout, async () => {
      const { status } = await fetch(`http://${address}:${ports.service}/health/ready`, {
        headers: { connection: 'close' },
        signal: AbortSignal.timeout(checkTimeout),
      });
      return status === 200 ? undefined : `/health/ready returned ${status}`;
    });
  }

  /** Deletes all pets and idempotency keys. */
  async deletePets(): Promise<void> {
    await executeSql('petstore', 'TRUNCATE pets, idempotency_keys');
  }

  /** Returns the members that the first host sees that responds. */
  private async members(except?: Host): Promise<readonly Member[]> {
    const hosts = this.databases.filter((host) => host !== except);
    return Promise.any(hosts.map(({ at }) => members(at)));
  }

  /** The database without the pooler, for the commands of operators. */
  private sessions() {
    const { DATABASE_URL = '' } = parseEnvironment(configuration('petstore.env'));
    const url = new URL(DATABASE_URL);
    url.port = String(ports.databaseSessions);
    return { DATABASE_URL: url.href };
  }
}
