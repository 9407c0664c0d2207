import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { clients, databaseHosts, ports, prefixLength, proxyHost, serviceHosts } from '../hosts/topology.ts';
import { configuration, parseEnvironment, patroniMilliseconds } from './configuration.ts';

const files = readdirSync(resolve(__dirname, '../../../../deploy/cluster'));
const service = parseEnvironment(configuration('petstore.env'));
const haproxy = configuration('haproxy.cfg');
const pgbouncer = configuration('pgbouncer.ini');
const statementTimeout = Number(service.DATABASE_STATEMENT_TIMEOUT);

/** Returns the number of a setting `name = number`. */
function numberIn(text: string, name: string): number {
  return Number(new RegExp(`^\\s*${name}\\s*[= ]\\s*(\\d+)`, 'm').exec(text)?.[1]);
}

describe('parseEnvironment', () => {
  it('returns the variables and ignores comments and empty lines', () => {
    expect(parseEnvironment('# a comment\n\nA=1\nB=x=y\n')).toEqual({ A: '1', B: 'x=y' });
  });
});

describe('patroniMilliseconds', () => {
  it('refuses a name that the file does not have', () => {
    expect(() => patroniMilliseconds('no_such_setting')).toThrow('patroni.yml must have one no_such_setting');
  });
});

describe('deploy/cluster', () => {
  it('contains only the addresses of the hosts that the cluster has', () => {
    const known = [clients, proxyHost, ...databaseHosts, ...serviceHosts].map(({ address }) => address);
    const network = clients.address.replace(/\d+$/, `0/${prefixLength}`);
    const used = files.flatMap((name) => configuration(name).match(/10\.\d+\.\d+\.\d+(?:\/\d+)?/g) ?? []);
    expect([...new Set(used)].filter((each) => ![...known, network].includes(each))).toEqual([]);
  });

  it.each(databaseHosts)('has the name and the addresses of $name', ({ name, address }) => {
    expect(parseEnvironment(configuration(`${name}.env`))).toEqual({
      ETCD_NAME: name,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${address}:${ports.etcdPeers}`,
      ETCD_ADVERTISE_CLIENT_URLS: `http://${address}:${ports.etcd}`,
      PATRONI_NAME: name,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:${ports.patroni}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:${ports.postgres}`,
    });
  });

  it('has an HAProxy that leads to PgBouncer, to PostgreSQL and to the instances', () => {
    for (const port of [ports.api, ports.database, ports.databaseSessions]) {
      expect(haproxy).toContain(`bind ${proxyHost.address}:${port}`);
    }
    for (const { name, address } of databaseHosts) {
      expect(haproxy).toContain(`server ${name} ${address}:${ports.pgbouncer} check`);
      expect(haproxy).toContain(`server ${name} ${address}:${ports.postgres} check`);
    }
    for (const { name, address } of serviceHosts)
      expect(haproxy).toContain(`server ${name} ${address}:${ports.service} check`);
  });

  it('lets Patroni keep the lock while it repeats a request to etcd', () => {
    const retries = 2 * patroniMilliseconds('retry_timeout');
    expect(patroniMilliseconds('loop_wait') + retries).toBeLessThanOrEqual(patroniMilliseconds('ttl'));
  });

  it('elects a leader of etcd before Patroni gives up', () => {
    const { ETCD_ELECTION_TIMEOUT, ETCD_HEARTBEAT_INTERVAL } = parseEnvironment(configuration('etcd.env'));
    expect(Number(ETCD_ELECTION_TIMEOUT)).toBeLessThan(patroniMilliseconds('retry_timeout') / 2);
    // etcd requires five times at least.
    expect(Number(ETCD_ELECTION_TIMEOUT)).toBeGreaterThanOrEqual(5 * Number(ETCD_HEARTBEAT_INTERVAL));
  });

  it('gives the role the limits that the service would set', () => {
    const sql = configuration('create-database.sql');
    const limits = {
      statement_timeout: statementTimeout,
      lock_timeout: statementTimeout * 0.9,
      idle_in_transaction_session_timeout: statementTimeout,
    };
    for (const [name, milliseconds] of Object.entries(limits)) {
      expect(sql).toContain(`ALTER ROLE petstore SET ${name} = '${milliseconds}ms';`);
      expect(pgbouncer).toMatch(new RegExp(`^ignore_startup_parameters = .*\\b${name}\\b`, 'm'));
    }
  });

  it('has a connection of PostgreSQL for each connection of the instances', () => {
    const poolSize = numberIn(pgbouncer, 'default_pool_size');
    expect(poolSize).toBeGreaterThanOrEqual(serviceHosts.length * Number(service.DATABASE_POOL_SIZE));
    expect(poolSize).toBeLessThan(Number(/max_connections: (\d+)/.exec(configuration('patroni.yml'))?.[1]));
  });

  it('turns prepared statements off, because PgBouncer shares the sessions', () => {
    expect(pgbouncer).toMatch(/^pool_mode = transaction$/m);
    expect(service.DATABASE_PREPARE).toBe('off');
  });

  it('keeps a statement in the queue of PgBouncer not much longer than the service waits for it', () => {
    expect(numberIn(pgbouncer, 'query_wait_timeout') * 1_000).toBeLessThanOrEqual(2 * statementTimeout);
  });

  it('has the password of PgBouncer and of the service that the role has', () => {
    const password = new URL(service.DATABASE_URL!).password;
    expect(configuration('create-database.sql')).toContain(`LOGIN PASSWORD '${password}'`);
    expect(configuration('userlist.txt')).toBe(`"petstore" "${password}"\n`);
  });
});
