import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

/** User and group id of `nobody`. */
const nobody = process.platform === 'darwin' ? -2 : 65_534;

/** The user `nobody` if this process runs as root, because PostgreSQL refuses to run as root; otherwise undefined. */
export const serverUser = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : undefined;

/** Id of the user that runs PostgreSQL, as in file attributes, where it is never negative. */
export const serverUserId = (serverUser?.uid ?? process.getuid?.() ?? 0) >>> 0;

/** Name of PostgreSQL's data directory in the directory of the embedded PostgreSQL. */
export const dataName = 'postgresql';

/** Whether the server's user can enter the path. File modes do not tell, because of ACLs and mount options. */
export function isReachable(path: string): boolean {
  const test = () => spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { cwd: '/', env: {}, ...serverUser });
  return !serverUser || test().status === 0;
}

export function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}
