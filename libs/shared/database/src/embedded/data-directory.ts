import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { OperatorError } from '@petstore/settings';
import { fallbackDirectory, isReachable, nearestExisting, serverUser, systemDirectory } from './server-user.ts';

const hostFileSystem = {
  /** Whether PostgreSQL runs as a different user than this process. */
  hasServerUser: serverUser !== undefined,
  /** Whether PostgreSQL's user can enter the directory, or its nearest parent that exists. */
  isReachable: (directory: string) => isReachable(nearestExisting(directory)),
  hasData: (directory: string) => existsSync(join(directory, 'postgresql')),
  /** Names of the entries in the parent of all fallback directories. */
  fallbacks: () => (existsSync(systemDirectory) ? readdirSync(systemDirectory) : []),
};

export type FileSystem = typeof hostFileSystem;

/**
 * Chooses the data directory of the embedded database. A directory with data takes precedence, so that changed permissions
 * never start a second database. Without data, the fallback directory replaces a default directory that PostgreSQL's user
 * cannot enter.
 * @param wanted absolute path
 * @param isDefault whether `DATA_DIR` is not set
 * @returns the directory, a `fallbackNotice` if it is the fallback directory, and a `notice` if it has no data but other
 *   directories do
 * @throws OperatorError if both directories contain data, or if PostgreSQL cannot enter the directory that must be used
 */
export function dataDirectory(
  wanted: string,
  isDefault: boolean,
  files = hostFileSystem,
): { readonly directory: string; readonly fallbackNotice?: string; readonly notice?: string } {
  if (!files.hasServerUser) return { directory: wanted };
  const fallback = fallbackDirectory(wanted);
  const fallbackNotice =
    `the data is in ${fallback}, not in ${wanted}: root runs PostgreSQL as the user nobody, ` +
    'which cannot enter that directory, or could not when the data was created';
  const hasData = files.hasData(wanted);
  if (files.hasData(fallback)) {
    if (!hasData) return { directory: fallback, fallbackNotice };
    throw new OperatorError(
      `there are two databases, one in ${wanted} and one in ${fallback}: move the unused one to another directory`,
    );
  }
  const others = hasData ? [] : othersWithData(fallback, files);
  const otherData = others.length > 0 ? `; other data is in ${others.join(' and ')}` : '';
  const emptyNotice = (directory: string) =>
    otherData === ''
      ? {}
      : {
          notice:
            `there is no data in ${directory} yet${otherData} ` +
            `(if this folder was moved: stop the service and move its data to ${directory})`,
        };
  if (files.isReachable(wanted)) return { directory: wanted, ...(isDefault && emptyNotice(wanted)) };
  if (isDefault && !hasData) return { directory: fallback, fallbackNotice, ...emptyNotice(fallback) };
  const closed = firstUnreachable(wanted, files);
  throw new OperatorError(
    `${isDefault ? 'the data is in' : 'DATA_DIR is'} ${wanted}, but PostgreSQL, which root runs as the user nobody, ` +
      `cannot enter ${closed}: run "chmod o+x ${closed}", or set DATA_DIR to a directory that it can enter${otherData}`,
  );
}

/** Fallback directories, with data, of other directories of the same name. Only the hashes in their names differ. */
function othersWithData(own: string, files: FileSystem): string[] {
  const withoutHash = (name: string) => name.replace(/-[0-9a-f]{8}$/, '/');
  return files
    .fallbacks()
    .filter((name) => name !== basename(own) && withoutHash(name) === withoutHash(basename(own)))
    .map((name) => join(systemDirectory, name))
    .filter(files.hasData);
}

/** The outermost directory that PostgreSQL's user cannot enter. */
function firstUnreachable(directory: string, files: FileSystem): string {
  const parent = dirname(directory);
  return parent === directory || files.isReachable(parent) ? directory : firstUnreachable(parent, files);
}
