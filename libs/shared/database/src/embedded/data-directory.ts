import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { OperatorError } from '@petstore/settings';
import { canBeReached, fallbackDirectory, fallbackName, serverUser, systemDirectory } from './server-user.ts';

export interface DataDirectory {
  readonly directory: string;
  /** Said at start when the data lies elsewhere than asked for, or may lie elsewhere. */
  readonly notice?: string;
}

/** What the choice depends on. */
export interface FileSystem {
  /** Whether PostgreSQL runs as another user than this process. */
  readonly hasServerUser: boolean;
  /** Whether PostgreSQL's user can enter the directory, or its nearest parent that exists. */
  isReachable(directory: string): boolean;
  hasData(directory: string): boolean;
  /** Names in the directory that holds all fallback directories. */
  fallbacks(): string[];
}

const actual: FileSystem = {
  hasServerUser: serverUser !== undefined,
  isReachable: canBeReached,
  hasData: (directory) => existsSync(join(directory, 'postgresql')),
  fallbacks: () => (existsSync(systemDirectory) ? readdirSync(systemDirectory) : []),
};

/**
 * Where the embedded database lies. Data that exists decides, so that a change of modes never starts a second database;
 * without data, a default directory that PostgreSQL's user cannot reach is replaced by its fallback directory.
 * @param wanted absolute
 * @param isDefault whether no `DATA_DIR` was set
 * @throws OperatorError when there is data in both, or when PostgreSQL cannot reach the directory that must be used
 */
export function dataDirectory(wanted: string, isDefault: boolean, files: FileSystem = actual): DataDirectory {
  if (!files.hasServerUser) return { directory: wanted };
  const fallback = fallbackDirectory(wanted);
  const hasData = files.hasData(wanted);
  if (files.hasData(fallback)) {
    if (!hasData) return { directory: fallback, notice: noticeOf(fallback, wanted) };
    throw new OperatorError(
      `there are two databases, one in ${wanted} and one in ${fallback}: move the one that is not to be used elsewhere`,
    );
  }
  const others = hasData ? [] : othersWithData(fallback, wanted, files);
  const otherData = others.length > 0 ? `; other data lies in ${others.join(' and ')}` : '';
  if (files.isReachable(wanted)) {
    if (!isDefault || otherData === '') return { directory: wanted };
    return { directory: wanted, notice: `there is no data in ${wanted} yet${otherData}${moving(wanted)}` };
  }
  if (isDefault && !hasData) {
    const moved = otherData && `; it is empty${otherData}${moving(fallback)}`;
    return { directory: fallback, notice: `${noticeOf(fallback, wanted)}${moved}` };
  }
  const closed = firstUnreachable(wanted, files);
  throw new OperatorError(
    `${isDefault ? 'the data lies in' : 'DATA_DIR is'} ${wanted}, but PostgreSQL, which root runs as the user nobody, ` +
      `cannot enter ${closed}: run "chmod o+x ${closed}", or set DATA_DIR to a directory that it can reach${otherData}`,
  );
}

function noticeOf(fallback: string, wanted: string): string {
  return (
    `the data lies in ${fallback}, not in ${wanted}: root runs PostgreSQL as the user nobody, ` +
    'which cannot reach that directory, or could not when the data was created'
  );
}

function moving(directory: string): string {
  return ` (if this folder was moved: stop the service and move its data to ${directory})`;
}

/** Fallback directories of folders of the same name elsewhere. */
function othersWithData(own: string, wanted: string, files: FileSystem): string[] {
  const form = /^(.*)-[0-9a-f]{8}$/;
  return files
    .fallbacks()
    .filter((name) => name !== basename(own) && form.exec(name)?.[1] === fallbackName(wanted))
    .map((name) => join(systemDirectory, name))
    .filter((directory) => files.hasData(directory));
}

/** The outermost directory that PostgreSQL's user cannot enter. */
function firstUnreachable(directory: string, files: FileSystem): string {
  const parent = dirname(directory);
  return parent === directory || files.isReachable(parent) ? directory : firstUnreachable(parent, files);
}
