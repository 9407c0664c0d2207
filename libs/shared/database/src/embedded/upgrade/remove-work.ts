import { existsSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresFailed } from '../../open-database.errors.ts';
import { Cluster } from '../cluster.ts';
import { removeServerDirectory } from '../remove-server-directory.ts';
import { ServerLease } from '../server-lease.ts';
import type { UpgradePaths } from './upgrade-paths.ts';

/** Milliseconds. The servers of a killed upgrade stop when their supervisors detect its end. */
const stopTimeout = 60_000;
const pollInterval = 20;

/**
 * Removes everything that an upgrade created, except the data directory that replaced the old one.
 * @throws EmbeddedPostgresFailed if a server of an upgrade does not stop
 */
export async function removeWork(paths: UpgradePaths): Promise<void> {
  // Without a data directory, the new data must be kept.
  if (!existsSync(paths.work) || !existsSync(paths.data)) return;
  const clusters = [new Cluster(paths.oldCluster), new Cluster(paths.newCluster)];
  const deadline = Date.now() + stopTimeout;
  while (clusters.some(({ leasePipe }) => ServerLease.isSupervised(leasePipe))) {
    if (Date.now() > deadline) throw new EmbeddedPostgresFailed(`a server of ${paths.work} does not stop`);
    await delay(pollInterval);
  }
  for (const cluster of clusters) if (existsSync(cluster.directory)) cluster.remove();
  for (const directory of [paths.copies, paths.completeData]) removeServerDirectory(directory);
  rmSync(paths.work, { recursive: true });
}
