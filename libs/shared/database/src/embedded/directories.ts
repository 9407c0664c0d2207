import { chmodSync, chownSync, lstatSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { EmbeddedPostgresFailed } from './embedded-postgres-failed.ts';
import { isReachable, serverUser } from './server-user.ts';

/** Makes what is missing of the way to the directory, passable for the server's user. */
export function makeReachable(directory: string): void {
  const firstMade = mkdirSync(directory, { recursive: true });
  if (!serverUser || firstMade === undefined) return;
  for (let path = directory; !isReachable(directory) && path.startsWith(firstMade); path = dirname(path)) {
    chmodSync(path, 0o711);
  }
}

/** Makes the directory the server user's own and closed to all others; never one that somebody else put there. */
export function own(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const found = lstatSync(directory);
  const isOurs = found.uid === process.getuid?.() || found.uid === serverUser?.uid;
  if (!isOurs || !found.isDirectory()) throw new EmbeddedPostgresFailed(`${directory} belongs to somebody else`);
  if (serverUser) chownSync(directory, serverUser.uid, serverUser.gid);
}
