import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { dataName, isReachable, nearestExisting, serverUser } from '@petstore/embedded-postgres/server-user';
import { OperatorError } from '@petstore/operations';

/** Root's directory for files that `serverUser` must reach, used if the workspace is in a private home directory. */
export const systemDirectory = '/var/lib/petstore';

const hostFileSystem = {
  /** Whether PostgreSQL runs as a different user than this process. */
  hasServerUser: serverUser !== undefined,
  /** Whether PostgreSQL's user can enter the directory, or its nearest parent that exists. */
  isReachable: (directory: string) => isReachable(nearestExisting(directory)),
  hasData: (directory: string) => existsSync(join(directory, dataName)),
};

export type FileSystem = typeof hostFileSystem;

/**
 * Chooses the data directory of the embedded database. A directory with data takes precedence, so that changed permissions
 * never start a second database. Without data, the fallback directory replaces a default directory that PostgreSQL's user
 * cannot enter.
 * @param wanted absolute path
 * @param isDefault whether `DATA_DIR` is not set
 * @returns the directory, and a notice if it is the fallback directory
 * @throws OperatorError if both directories contain data, or if PostgreSQL cannot enter the directory that must be used
 */
export function dataDirectory(
  wanted: string,
  isDefault: boolean,
  files = hostFileSystem,
): { readonly directory: string; readonly notice?: string } {
  if (!files.hasServerUser) return { directory: wanted };
  const fallback = fallbackDirectory(wanted);
  const hasData = files.hasData(wanted);
  const hasFallbackData = files.hasData(fallback);
  if (hasData && hasFallbackData) {
    throw new OperatorError(
      `there are two databases, one in ${wanted} and one in ${fallback}: move the unused one to another directory`,
    );
  }
  if (!hasFallbackData && files.isReachable(wanted)) return { directory: wanted };
  if (hasFallbackData || (isDefault && !hasData)) {
    const notice =
      `the data is in ${fallback}, not in ${wanted}: root runs PostgreSQL as the user nobody, ` +
      'which cannot enter that directory, or could not when the data was created';
    return { directory: fallback, notice };
  }
  const closed = firstUnreachable(wanted, files);
  throw new OperatorError(
    `${isDefault ? 'the data is in' : 'DATA_DIR is'} ${wanted}, but PostgreSQL, which root runs as the user nobody, ` +
      `cannot enter ${closed}: run "chmod o+x ${closed}", or set DATA_DIR to a directory that it can enter`,
  );
}

/** Returns the replacement of a data directory that the server's user cannot enter. The hash of its path prevents collisions. */
export function fallbackDirectory(directory: string): string {
  const hash = createHash('sha256').update(directory).digest('hex').slice(0, 8);
  return join(systemDirectory, `${basename(directory).replace(/^\.+/, '')}-${hash}`);
}

/** The outermost directory that PostgreSQL's user cannot enter. */
function firstUnreachable(directory: string, files: FileSystem): string {
  const parent = dirname(directory);
  return parent === directory || files.isReachable(parent) ? directory : firstUnreachable(parent, files);
}
