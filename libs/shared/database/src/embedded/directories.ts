import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
} from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EmbeddedPostgresFailed } from './embedded-postgres-failed.ts';
import { isReachable, nearestExisting, serverUser } from './server-user.ts';

const writableByOthers = 0o022;
const sticky = 0o1000;

/** Not checked, nor are its parents: a user that can change the files of this program can run anything as root. */
const program = realpathSync(dirname(fileURLToPath(import.meta.url)));

/**
 * Creates the missing directories of the path so that the server's user can enter them.
 * @throws EmbeddedPostgresFailed when a user other than root could replace the directory while root writes into it
 */
export function makeReachable(directory: string): void {
  const existing = nearestExisting(directory);
  requireRootAlone(existing, { isParent: existing !== directory });
  const firstMade = mkdirSync(directory, { recursive: true });
  if (!serverUser || firstMade === undefined) return;
  for (let path = directory; !isReachable(directory) && path.startsWith(firstMade); path = dirname(path)) {
    chmodSync(path, 0o711);
  }
}

/**
 * As root: every directory on the way must belong to root and be writable for root alone. Otherwise its owner could put a
 * symbolic link in the place of a file that root is about to write. The sticky bit is enough for parents (`/tmp`): there,
 * no user can replace what belongs to root.
 * @throws EmbeddedPostgresFailed
 */
export function requireRootAlone(path: string, { isParent = false } = {}): void {
  if (!serverUser) return;
  if (path !== dirname(path)) requireRootAlone(dirname(path), { isParent: true });
  if (`${program}${sep}`.startsWith(`${path}${sep}`)) return;
  const { uid, mode, ...found } = statOf(path);
  if (uid === 0 && found.isLink) return requireRootAlone(resolve(dirname(path), readlinkSync(path)), { isParent });
  const isClosed = (mode & writableByOthers) === 0 || (isParent && (mode & sticky) !== 0);
  if (uid === 0 && isClosed) return;
  throw new EmbeddedPostgresFailed(
    `other users than root can change ${path}, and could so make root overwrite any file: ` +
      `run "chown root ${path}" and "chmod go-w ${path}", or set DATA_DIR to another directory`,
  );
}

function statOf(path: string): { uid: number; mode: number; isLink: boolean } {
  const found = lstatSync(path);
  return { uid: found.uid, mode: found.mode, isLink: found.isSymbolicLink() };
}

/**
 * Creates the directory, or takes an existing one, for the server's user alone. Acts on the opened directory and never on
 * its path, because the server's user may replace what lies in a directory that it owns or that is shared, such as `/tmp`.
 * @throws EmbeddedPostgresFailed when it is a symbolic link or belongs to another user
 */
export function makeForServer(directory: string): void {
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const handle = openDirectory(directory);
  try {
    const { uid } = fstatSync(handle);
    if (uid !== (serverUser?.uid ?? process.getuid?.())) {
      // Root's and empty: created above, or by a process that was killed before it gave the directory away.
      if (!serverUser || uid !== 0 || readdirSync(directory).length > 0) throw ofAnotherUser(directory);
      fchownSync(handle, serverUser.uid, serverUser.gid);
    }
    fchmodSync(handle, 0o700);
  } finally {
    closeSync(handle);
  }
}

function openDirectory(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch {
    throw ofAnotherUser(path);
  }
}

function ofAnotherUser(directory: string): EmbeddedPostgresFailed {
  return new EmbeddedPostgresFailed(`${directory} belongs to another user or is no directory`);
}
