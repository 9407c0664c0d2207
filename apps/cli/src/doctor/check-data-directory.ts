import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { OperatorError } from '@petstore/settings';
import { ok, problem, warning, type Finding } from './finding.ts';

const megabyte = 1_000_000;

/** PostgreSQL's write-ahead log can take this much with its default settings (max_wal_size), in bytes. */
const walSize = 1_073_741_824;

/** A new database needs this much, in bytes: an empty cluster with its first segments of the write-ahead log, and a reserve. */
const minSize = 100 * megabyte;

/**
 * Checks the directory of the embedded database: disk space, permissions, version of the data.
 * @param dataProblem says why the installed PostgreSQL cannot use the data
 */
export function checkDataDirectory(
  directory: string,
  dataProblem: (directory: string) => string | undefined,
): Finding[] {
  return [checkAccess(directory), checkSpace(directory), ...checkData(directory, dataProblem)];
}

function checkSpace(directory: string): Finding {
  const { bavail, bsize } = statfsSync(nearestExisting(directory));
  const free = bavail * bsize;
  const message = `${new Intl.NumberFormat('en').format(Math.floor(free / megabyte))} MB are free in ${directory}`;
  const remedy = 'free space, or move the directory to a larger disk and set DATA_DIR';
  if (free < minSize) return problem('disk space', message, remedy);
  if (free < walSize) return warning('disk space', `${message}; the write-ahead log alone can take 1 GB`, remedy);
  return ok('disk space', message);
}

function checkAccess(directory: string): Finding {
  const existing = nearestExisting(directory);
  try {
    accessSync(existing, constants.R_OK | constants.W_OK | constants.X_OK);
    return ok('data directory', existing === directory ? directory : `${directory} will be created`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const remedy = 'run the service as the user that owns the directory, or set DATA_DIR';
    return problem('data directory', `${existing} cannot be written (${code})`, remedy);
  }
}

function checkData(directory: string, dataProblem: (directory: string) => string | undefined): Finding[] {
  try {
    const found = dataProblem(directory);
    return found === undefined ? [] : [problem('data', found)];
  } catch (error) {
    if (error instanceof OperatorError) return [problem('data', error.message)];
    const { code } = error as NodeJS.ErrnoException;
    const remedy = 'run this command as the user that runs the service';
    return [
      code === 'EACCES'
        ? warning('data', `${directory} belongs to another user`, remedy)
        : problem('data', `${directory} cannot be read (${code})`),
    ];
  }
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}
