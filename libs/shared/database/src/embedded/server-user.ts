import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** PostgreSQL refuses to run as root, so that root runs it as nobody; everybody else runs it as themselves. */
export const serverUser: { uid: number; gid: number } | undefined =
  process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

/** Where root keeps what `serverUser` must reach when the workspace lies in a home that is closed to others. */
export const systemDirectory = '/var/lib/petstore';

/** Where root keeps the data of a directory that the server's user cannot reach. The hash keeps clones apart. */
export function fallbackDirectory(directory: string): string {
  const hash = createHash('sha256').update(directory).digest('hex').slice(0, 8);
  return join(systemDirectory, `${fallbackName(directory)}-${hash}`);
}

/** The part of a fallback directory's name that does not depend on where the directory lies. */
export function fallbackName(directory: string): string {
  return basename(directory).replace(/^\.+/, '');
}

/** Whether the server's user can enter the directory, or its nearest parent that exists. */
export function canBeReached(directory: string): boolean {
  return isReachable(nearestExisting(directory));
}

/** Asked of the system as that user, because modes alone do not tell. */
export function isReachable(path: string): boolean {
  if (!serverUser) return true;
  return runAsServerUser('/bin/sh', ['-c', 'test -x "$1"', 'sh', path]).status === 0;
}

/**
 * Runs a program to its end as the server's user, without the environment of this process: other processes of that user
 * could read it, and with it the secrets of root's settings.
 */
export function runAsServerUser(program: string, args: readonly string[], input = ''): SpawnSyncReturns<string> {
  return spawnSync(program, args, { cwd: '/', input, encoding: 'utf8', env: {}, ...serverUser });
}

export function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}
