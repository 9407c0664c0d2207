import type { ClusterRow } from './cluster-row.ts';
import {
  leaderCutOff,
  leaderKilled,
  leaderStopped,
  leaderWithoutEtcd,
  postgresKilled,
  postgresStopped,
} from './leader-faults.ts';
import { minorUpgrade, rollingRestart, switchover } from './planned.ts';
import { etcdLeaderKilled, haproxyRestarted, pgbouncerRestarted, standbyKilled } from './restarts.ts';

/** Returns all rows. @param binaries directory of another minor version of PostgreSQL */
export function rows(binaries?: string): readonly ClusterRow[] {
  return [
    leaderKilled,
    postgresKilled,
    leaderStopped,
    postgresStopped,
    leaderCutOff,
    leaderWithoutEtcd,
    standbyKilled,
    switchover,
    etcdLeaderKilled,
    haproxyRestarted,
    pgbouncerRestarted,
    rollingRestart,
    minorUpgrade(binaries),
  ];
}
