import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The user `nobody` if this process runs as root, because PostgreSQL refuses to run as root; otherwise undefined. */
export const serverUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

/** Root's directory for files that `serverUser` must reach, used if the workspace is in a private home directory. */
export const systemDirectory = '/var/lib/petstore';

/** Replaces a data directory that the server's user cannot enter. The hash of its path prevents collisions. */
export function fallbackDirectory(directory: string): string {
  const hash = createHash('sha256').update(directory).digest('hex').slice(0, 8);
  return join(systemDirectory, `${basename(directory).replace(/^\.+/, '')}-${hash}`);
}

/** Whether the server's user can enter the path. File modes do not tell, because of ACLs and mount options. */
export function isReachable(path: string): boolean {
  return !serverUser || runAsServerUser('/bin/sh', ['-c', 'test -x "$1"', 'sh', path]).status === 0;
}

/**
 * Runs a program synchronously as the server's user. It gets no environment variables, because other processes of that user
 * could read the secrets in them.
 */
export function runAsServerUser(program: string, args: readonly string[], input = ''): SpawnSyncReturns<string> {
  return spawnSync(program, args, { cwd: '/', input, encoding: 'utf8', env: {}, ...serverUser });
}

export function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}
