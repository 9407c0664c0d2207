import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** PostgreSQL refuses to run as root, so that root runs it as nobody; everybody else runs it as themselves. */
export const serverUser: { uid: number; gid: number } | undefined =
  process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

/** Where root keeps what `serverUser` must reach when the workspace lies in a home that is closed to others. */
export const systemDirectory = '/var/lib/petstore';

/** The directory itself, or one under `systemDirectory` of its own when the server's user cannot come near it. */
export function reachableDirectory(directory: string): string {
  if (isReachable(nearestExisting(directory))) return directory;
  const hash = createHash('sha256').update(directory).digest('hex').slice(0, 8);
  return join(systemDirectory, `${basename(directory).replace(/^\.+/, '')}-${hash}`);
}

/** Asked of the system as that user, because modes alone do not tell. */
export function isReachable(path: string): boolean {
  if (!serverUser) return true;
  return spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { cwd: '/', ...serverUser }).status === 0;
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}
