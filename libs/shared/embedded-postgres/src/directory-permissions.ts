import * as fs from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EmbeddedPostgresOptions } from './options.ts';
import { isReachable, nearestExisting, serverUser } from './server-user.ts';

const writableByOthers = 0o022;
const sticky = 0o1000;

/** Directory of this program. It and its parents are not checked: a user that can change them can already run code as root. */
const program = fs.realpathSync(dirname(fileURLToPath(import.meta.url)));

/** Creates the missing directories of the path so that the server's user can enter them. @throws options.Failed */
export function createReachable(directory: string, options: EmbeddedPostgresOptions): void {
  const existing = nearestExisting(directory);
  requireRootOnly(existing, options, { isParent: existing !== directory });
  createDirectory(directory);
  if (!serverUser) return;
  for (let path = directory; path !== existing && !isReachable(directory); path = dirname(path)) {
    fs.chmodSync(path, 0o711);
  }
}

/** Without the option `recursive` of mkdirSync, which never returns if mkdir fails with ENOENT in an existing directory (autofs). */
function createDirectory(directory: string): void {
  if (fs.existsSync(directory)) return;
  createDirectory(dirname(directory));
  try {
    // Whatever the umask is, only root can change it: `requireRootOnly` checks this at the next start.
    fs.mkdirSync(directory, { mode: 0o755 });
  } catch (error) {
    // Another process may have created it. A symbolic link to a missing directory also exists, but cannot be used.
    if (!fs.existsSync(directory)) throw error;
  }
}

/**
 * Requires, if this process runs as root, that the directory and its parents belong to root and that only root can write to
 * them. Otherwise another user could replace a file that root writes by a symbolic link. For parents, the sticky bit is enough
 * (`/tmp`), because other users cannot replace files of root there.
 * @throws options.Failed
 */
function requireRootOnly(path: string, options: EmbeddedPostgresOptions, { isParent = false } = {}): void {
  if (!serverUser) return;
  if (path !== dirname(path)) requireRootOnly(dirname(path), options, { isParent: true });
  if (`${program}${sep}`.startsWith(`${path}${sep}`)) return;
  const found = fs.lstatSync(path);
  if (found.uid === 0 && found.isSymbolicLink()) {
    return requireRootOnly(resolve(dirname(path), fs.readlinkSync(path)), options, { isParent });
  }
  const isClosed = (found.mode & writableByOthers) === 0 || (isParent && (found.mode & sticky) !== 0);
  if (found.uid === 0 && isClosed) return;
  throw new options.Failed(
    `users other than root can change ${path}, and could make root overwrite any file: ` +
      `run "chown root ${path}" and "chmod go-w ${path}", or set ${options.directorySetting} to another directory`,
  );
}
