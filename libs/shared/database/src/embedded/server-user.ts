import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** User and group id of `nobody`. */
const nobody = process.platform === 'darwin' ? -2 : 65_534;

/** The user `nobody` if this process runs as root, because PostgreSQL refuses to run as root; otherwise undefined. */
export const serverUser = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : undefined;

/** Id of the user that runs PostgreSQL, as in file attributes, where it is never negative. */
export const serverUserId = (serverUser?.uid ?? process.getuid?.() ?? 0) >>> 0;

/** Root's directory for files that `serverUser` must reach, used if the workspace is in a private home directory. */
export const systemDirectory = '/var/lib/petstore';

/** Returns the replacement of a data directory that the server's user cannot enter. The hash of its path prevents collisions. */
export function fallbackDirectory(directory: string): string {
  const hash = createHash('sha256').update(directory).digest('hex').slice(0, 8);
  return join(systemDirectory, `${basename(directory).replace(/^\.+/, '')}-${hash}`);
}

/** Whether the server's user can enter the path. File modes do not tell, because of ACLs and mount options. */
export function isReachable(path: string): boolean {
  const test = () => spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { cwd: '/', env: {}, ...serverUser });
  return !serverUser || test().status === 0;
}

export function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}
