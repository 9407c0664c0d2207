import { startDatabaseHost } from '../cluster/database-host.ts';
import { failoverTime, localRestartTime, observationTime } from './bounds.ts';
import type { ClusterRow } from './cluster-row.ts';

export const leaderKilled: ClusterRow = {
  name: 'leader-killed',
  fault: 'the host of the leader loses its power: all processes end, no connection is closed',
  expected: {
    leader: 'another',
    recovery: failoverTime,
    connections: 'kept',
    reason: 'the lock expires after ttl, then the synchronous standby is promoted',
  },
  cause: ({ leader }) => leader.powerOff(),
  repair: async ({ leader }) => {
    await leader.boot();
    startDatabaseHost(leader);
  },
};

export const postgresKilled: ClusterRow = {
  name: 'postgres-killed',
  fault: 'all processes of PostgreSQL of the leader are killed (SIGKILL), Patroni runs',
  expected: {
    leader: 'same',
    recovery: localRestartTime,
    connections: 'kept',
    reason: 'Patroni keeps the lock and starts PostgreSQL again within primary_start_timeout',
  },
  observation: observationTime,
  cause: async ({ leader }) => leader.signalAll('SIGKILL', leader.processesCalled('postgres')),
};

export const leaderStopped: ClusterRow = {
  name: 'leader-stopped',
  fault: "all processes of the leader's host are stopped (SIGSTOP), and continue when another leader works",
  expected: {
    leader: 'another',
    recovery: failoverTime,
    connections: 'kept',
    reason: 'the stopped Patroni does not renew its lock; the former leader continues without a synchronous standby',
  },
  cause: async ({ leader }) => leader.signalAll('SIGSTOP'),
  repair: async ({ leader }) => leader.signalAll('SIGCONT'),
};

export const postgresStopped: ClusterRow = {
  name: 'postgres-stopped',
  fault: 'all processes of PostgreSQL of the leader are stopped (SIGSTOP), Patroni runs',
  expected: {
    leader: 'another',
    recovery: failoverTime,
    connections: 'kept',
    reason: 'Patroni waits for PostgreSQL and does not renew its lock',
  },
  cause: async ({ leader }) => leader.signalAll('SIGSTOP', leader.processesCalled('postgres')),
  repair: async ({ leader }) => leader.signalAll('SIGCONT'),
};

export const leaderCutOff: ClusterRow = {
  name: 'leader-cut-off',
  fault: "the network drops all packets of the leader's host",
  expected: {
    leader: 'another',
    recovery: failoverTime,
    connections: 'kept',
    reason: 'the lock expires; the former leader becomes read-only, and cannot commit without its synchronous standby',
  },
  cause: ({ leader }) => leader.setConnected(false),
  repair: ({ leader }) => leader.setConnected(true),
};

export const leaderWithoutEtcd: ClusterRow = {
  name: 'leader-without-etcd',
  fault: "the leader's host reaches no other member of etcd, everything else works",
  expected: {
    leader: 'same',
    recovery: 0,
    connections: 'kept',
    reason: 'failsafe_mode: the leader reaches all members by their REST API',
  },
  observation: observationTime,
  cause: ({ leader }) => leader.setEtcdReachable(false),
  repair: ({ leader }) => leader.setEtcdReachable(true),
};
