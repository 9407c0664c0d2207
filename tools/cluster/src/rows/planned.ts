import type { Host } from '../hosts/host.ts';
import { startEtcd, startPatroni, startPgbouncer } from '../cluster/database-host.ts';
import { switchOver } from '../servers/patroni.ts';
import { switchoverTime } from './bounds.ts';
import type { ClusterRow, Stage } from './cluster-row.ts';

const planned = {
  leader: 'another',
  recovery: switchoverTime,
  connections: 'kept',
  reason: 'the leader stops and a synchronous standby is promoted without waiting for the lock',
} as const;

export const switchover: ClusterRow = {
  name: 'switchover',
  fault: 'the operator makes the synchronous standby the leader (patronictl switchover)',
  expected: planned,
  cause: switchOverToStandby,
};

export const rollingRestart: ClusterRow = {
  name: 'rolling-restart',
  fault:
    'every program is restarted: etcd, standbys, switchover, former leader, PgBouncer, instances; HAProxy is reloaded',
  expected: planned,
  cause: async (stage) => {
    const { cluster, nextStep } = stage;
    for (const host of cluster.databaseHosts) {
      nextStep();
      await host.signal('etcd', 'SIGTERM');
      startEtcd(host);
      await cluster.waitForDatabases();
    }
    await restartPatroniOfAll(stage);
    for (const host of cluster.databaseHosts) {
      nextStep();
      await host.signal('pgbouncer', 'SIGTERM');
      startPgbouncer(host);
    }
    for (const host of cluster.services) {
      nextStep();
      await host.signal('service', 'SIGTERM');
      cluster.startService(host);
      await cluster.waitUntilReady(host.at);
    }
    nextStep();
    await cluster.proxy.signal('haproxy', 'SIGUSR2', true);
  },
};

/**
 * Installs another minor version of PostgreSQL on all hosts, and restarts the standbys first.
 * @param binaries directory that replaces `/usr/lib/postgresql/15`; undefined: the same version is restarted
 */
export function minorUpgrade(binaries: string | undefined): ClusterRow {
  return {
    name: 'minor-upgrade',
    fault: `PostgreSQL of each host is restarted with ${binaries ? 'another minor version' : 'the same version (no --upgrade)'}, the leader last`,
    expected: planned,
    cause: async (stage) => {
      if (binaries)
        for (const host of stage.cluster.databaseHosts) await host.mount(binaries, '/usr/lib/postgresql/15');
      await restartPatroniOfAll(stage);
    },
  };
}

/** Restarts Patroni and PostgreSQL of each host: the asynchronous standby, the synchronous one, and after a switchover the former leader. */
async function restartPatroniOfAll(stage: Stage): Promise<void> {
  const { cluster, leader, nextStep } = stage;
  const restart = async (host: Host) => {
    nextStep();
    await host.signal('patroni', 'SIGTERM');
    startPatroni(host);
    await cluster.waitForDatabases();
  };
  const synchronous = await cluster.synchronousStandby();
  const others = cluster.databaseHosts.filter((host) => host !== leader && host !== synchronous);
  for (const host of [...others, synchronous]) await restart(host);
  nextStep();
  await switchOverToStandby(stage);
  await cluster.waitForDatabases();
  await restart(leader);
}

async function switchOverToStandby({ cluster, leader }: Stage): Promise<void> {
  const standby = await cluster.synchronousStandby();
  await switchOver(leader.at, leader.at.name, standby.at.name);
}
