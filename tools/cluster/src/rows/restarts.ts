import { startDatabaseHost, startEtcd, startPgbouncer } from '../cluster/database-host.ts';
import { observationTime, programRestartTime, standbyChangeTime } from './bounds.ts';
import type { ClusterRow } from './cluster-row.ts';

export const standbyKilled: ClusterRow = {
  name: 'standby-killed',
  fault: 'the host of the synchronous standby loses its power',
  expected: {
    leader: 'same',
    recovery: standbyChangeTime,
    connections: 'kept',
    reason: 'creates wait until PostgreSQL notices it (wal_sender_timeout) and Patroni chooses the other standby',
  },
  observation: observationTime,
  cause: async ({ cluster }) => (await cluster.synchronousStandby()).powerOff(),
  repair: async ({ cluster }) => {
    const host = cluster.databaseHosts.find(({ isRunning }) => !isRunning)!;
    await host.boot();
    startDatabaseHost(host);
  },
};

export const etcdLeaderKilled: ClusterRow = {
  name: 'etcd-leader-killed',
  fault: 'the leader of etcd is killed (SIGKILL)',
  expected: {
    leader: 'same',
    recovery: 0,
    connections: 'kept',
    reason: 'the other two members elect a leader, and Patroni uses them',
  },
  observation: observationTime,
  cause: async ({ cluster }) => (await cluster.etcdLeader()).signal('etcd', 'SIGKILL'),
  repair: async ({ cluster }) => {
    for (const host of cluster.databaseHosts) if (!host.runs('etcd')) startEtcd(host);
  },
};

export const haproxyRestarted: ClusterRow = {
  name: 'haproxy-restarted',
  fault: 'HAProxy is stopped with its connections (SIGTERM) and started',
  expected: {
    leader: 'same',
    recovery: programRestartTime,
    connections: 'lost',
    reason: 'the clients are connected to HAProxy',
  },
  cause: async ({ cluster }) => {
    await cluster.proxy.signal('haproxy', 'SIGTERM');
    cluster.startProxy();
  },
};

export const pgbouncerRestarted: ClusterRow = {
  name: 'pgbouncer-restarted',
  fault: 'PgBouncer of the leader is stopped with its connections (SIGTERM) and started',
  expected: {
    leader: 'same',
    recovery: programRestartTime,
    connections: 'kept',
    reason: 'the service replaces its connections',
  },
  cause: async ({ leader }) => {
    await leader.signal('pgbouncer', 'SIGTERM');
    startPgbouncer(leader);
  },
};
