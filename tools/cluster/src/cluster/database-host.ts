import { configuration, parseEnvironment } from '../servers/configuration.ts';
import type { Host } from '../hosts/host.ts';
import type { Users } from './users.ts';

const owner = 'postgres';

/** Directories of the machine that a database host replaces. */
export const databaseHostDirectories = [
  '/etc/patroni',
  '/etc/pgbouncer',
  '/var/lib/etcd',
  '/var/lib/postgresql',
] as const;

/** Writes the files of `deploy/cluster` to the places that they name. */
export function installDatabaseHost(host: Host, { postgres, etcd }: Users): void {
  host.write({ path: '/etc/patroni/config.yml', text: configuration('patroni.yml'), owner: postgres });
  for (const name of ['pgbouncer.ini', 'userlist.txt']) {
    host.write({ path: `/etc/pgbouncer/${name}`, text: configuration(name), owner: postgres });
  }
  for (const directory of ['/etc/patroni', '/etc/pgbouncer', '/var/lib/postgresql']) host.giveTo(directory, postgres);
  host.giveTo('/var/lib/etcd', etcd);
}

/** Starts everything that runs on a database host. */
export function startDatabaseHost(host: Host): void {
  startEtcd(host);
  startPatroni(host);
  startPgbouncer(host);
}

export function startEtcd(host: Host): void {
  const env = { ...parseEnvironment(configuration('etcd.env')), ...ownSettings(host) };
  host.start({ name: 'etcd', path: '/usr/bin/etcd', user: 'etcd', env });
}

export function startPatroni(host: Host): void {
  const env = { ...ownSettings(host), HOME: '/var/lib/postgresql' };
  host.start({ name: 'patroni', path: '/usr/bin/patroni', args: ['/etc/patroni/config.yml'], user: owner, env });
}

export function startPgbouncer(host: Host): void {
  host.start({
    name: 'pgbouncer',
    path: '/usr/sbin/pgbouncer',
    args: ['/etc/pgbouncer/pgbouncer.ini'],
    user: owner,
  });
}

function ownSettings({ at: { name } }: Host): Record<string, string> {
  return parseEnvironment(configuration(`${name}.env`));
}
