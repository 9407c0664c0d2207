/** Programs that the cluster needs, and the Debian packages that contain them. */
export const requiredPrograms: Readonly<Record<string, string>> = {
  '/usr/bin/patroni': 'patroni',
  '/usr/lib/python3/dist-packages/etcd/__init__.py': 'python3-etcd',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/sbin/pgbouncer': 'pgbouncer',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  '/usr/lib/postgresql/15/bin/psql': 'postgresql-client-15',
  '/usr/sbin/ip': 'iproute2',
  '/usr/sbin/bridge': 'iproute2',
  '/usr/bin/unshare': 'util-linux',
  '/usr/bin/nsenter': 'util-linux',
  '/usr/bin/setpriv': 'util-linux',
};

/** What a machine has. */
export interface Machine {
  readonly platform: string;
  /** Effective user id. */
  readonly user: number;
  readonly exists: (path: string) => boolean;
}

/** Returns in one line what is missing to run the cluster; undefined if nothing is. */
export function missingRequirement({ platform, user, exists }: Machine): string | undefined {
  if (platform !== 'linux') return 'the cluster needs Linux: it uses network namespaces';
  const packages = Object.entries(requiredPrograms).flatMap(([path, name]) => (exists(path) ? [] : [name]));
  if (packages.length > 0) {
    return `missing Debian packages: apt-get install --no-install-recommends ${[...new Set(packages)].join(' ')}`;
  }
  return user === 0 ? undefined : 'the cluster needs root: it creates namespaces';
}
