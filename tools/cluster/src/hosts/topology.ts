/** A host of the cluster. The files of `deploy/cluster` contain the same addresses. */
export interface HostAddress {
  readonly name: string;
  readonly address: string;
}

/** Hosts with etcd, Patroni, PostgreSQL and PgBouncer. */
export const databaseHosts: readonly HostAddress[] = [
  { name: 'db1', address: '10.20.0.11' },
  { name: 'db2', address: '10.20.0.12' },
  { name: 'db3', address: '10.20.0.13' },
];

/** Hosts with an instance of the service. */
export const serviceHosts: readonly HostAddress[] = [
  { name: 'app1', address: '10.20.0.21' },
  { name: 'app2', address: '10.20.0.22' },
];

/** The host of HAProxy. */
export const proxyHost: HostAddress = { name: 'proxy', address: '10.20.0.5' };

/** The clients, outside the hosts. */
export const clients: HostAddress = { name: 'clients', address: '10.20.0.1' };

/** Bits of the network part of all addresses. */
export const prefixLength = 24;

export const ports = {
  /** HAProxy: the API. */
  api: 8080,
  /** HAProxy: PgBouncer of the leader. */
  database: 5432,
  /** HAProxy: PostgreSQL of the leader. */
  databaseSessions: 5433,
  service: 3000,
  patroni: 8008,
  postgres: 5432,
  pgbouncer: 6432,
  etcd: 2379,
  etcdPeers: 2380,
} as const;
