import * as fs from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EmbeddedPostgresFailed } from '../open-database.errors.ts';
import { isReachable, nearestExisting, serverUser } from './server-user.ts';

const writableByOthers = 0o022;
const sticky = 0o1000;

/** Directory of this program. It and its parents are not checked: a user that can change them can already run code as root. */
const program = fs.realpathSync(dirname(fileURLToPath(import.meta.url)));

/**
 * Creates the missing directories of the path so that the server's user can enter them.
 * @throws EmbeddedPostgresFailed if another user could replace the directory while root writes into it
 */
export function createReachable(directory: string): void {
  const existing = nearestExisting(directory);
  requireRootOnly(existing, { isParent: existing !== directory });
  const firstCreated = createDirectory(directory);
  if (!serverUser || firstCreated === undefined) return;
  for (let path = directory; !isReachable(directory) && path.startsWith(firstCreated); path = dirname(path)) {
    fs.chmodSync(path, 0o711);
  }
}

/**
 * Creates a directory and its missing parents. Does not use the option `recursive` of mkdirSync, which never returns if mkdir
 * fails with ENOENT in an existing directory, as in `/proc`.
 * @param mode of the created directories
 * @returns the outermost created directory; undefined if all existed
 * @throws Error of mkdir
 */
export function createDirectory(directory: string, mode = 0o777): string | undefined {
  if (fs.existsSync(directory)) return undefined;
  const parent = createDirectory(dirname(directory), mode);
  try {
    fs.mkdirSync(directory, { mode });
  } catch (error) {
    // Another process may have created it. A symbolic link to a missing directory also exists, but cannot be used.
    if (!fs.existsSync(directory)) throw error;
  }
  return parent ?? directory;
}

/**
 * Requires, if this process runs as root, that the directory and its parents belong to root and that only root can write to
 * them. Otherwise another user could replace a file that root writes by a symbolic link. For parents, the sticky bit is enough
 * (`/tmp`), because other users cannot replace files of root there.
 * @throws EmbeddedPostgresFailed
 */
export function requireRootOnly(path: string, { isParent = false } = {}): void {
  if (!serverUser) return;
  if (path !== dirname(path)) requireRootOnly(dirname(path), { isParent: true });
  if (`${program}${sep}`.startsWith(`${path}${sep}`)) return;
  const found = fs.lstatSync(path);
  if (found.uid === 0 && found.isSymbolicLink()) {
    return requireRootOnly(resolve(dirname(path), fs.readlinkSync(path)), { isParent });
  }
  const isClosed = (found.mode & writableByOthers) === 0 || (isParent && (found.mode & sticky) !== 0);
  if (found.uid === 0 && isClosed) return;
  throw new EmbeddedPostgresFailed(
    `users other than root can change ${path}, and could make root overwrite any file: ` +
      `run "chown root ${path}" and "chmod go-w ${path}", or set DATA_DIR to another directory`,
  );
}

/**
 * Creates a directory that only the server's user can access, or changes an existing one. Works on the opened directory and
 * not on the path, because the server's user may replace entries of a directory that it owns or that is shared, such as `/tmp`.
 * @throws EmbeddedPostgresFailed if it is a symbolic link or belongs to another user
 */
export function createForServer(directory: string): void {
  try {
    fs.mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const handle = openDirectory(directory);
  try {
    const { uid } = fs.fstatSync(handle);
    if (uid !== (serverUser?.uid ?? process.getuid?.())) {
      // An empty directory of root was created above, or by a process that was killed before it changed the owner.
      if (!serverUser || uid !== 0 || fs.readdirSync(directory).length > 0) throw ofAnotherUser(directory);
      fs.fchownSync(handle, serverUser.uid, serverUser.gid);
    }
    fs.fchmodSync(handle, 0o700);
  } finally {
    fs.closeSync(handle);
  }
}

function openDirectory(path: string): number {
  try {
    return fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY | fs.constants.O_NOFOLLOW);
  } catch {
    throw ofAnotherUser(path);
  }
}

function ofAnotherUser(directory: string): EmbeddedPostgresFailed {
  return new EmbeddedPostgresFailed(
    `${directory} belongs to another user or is not a directory: ` +
      'run this command as the user that created it, or set DATA_DIR to another directory',
  );
}
