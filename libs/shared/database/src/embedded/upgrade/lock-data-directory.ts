import { closeSync } from 'node:fs';
import { OperatorError } from '@petstore/settings';
import { Cluster } from '../cluster.ts';
import { ServerLease } from '../server-lease.ts';

/**
 * Requires that no process uses the database of the directory, and prevents that one starts its server: processes of all
 * releases that find the pipe of the lease open wait for the server of another process.
 * @returns a function that allows it again. The end of the process allows it, too.
 * @throws OperatorError if a process uses the database
 */
export function lockDataDirectory(directory: string): () => void {
  const cluster = new Cluster(directory);
  cluster.prepare();
  if (ServerLease.isSupervised(cluster.leasePipe)) {
    throw new OperatorError(
      `a process uses the database in ${directory}: stop the service and all petstore commands, then repeat`,
    );
  }
  const { lease, reader } = ServerLease.create(cluster.leasePipe);
  return () => {
    lease.release();
    closeSync(reader);
  };
}
