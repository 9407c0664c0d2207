import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dataName } from './cluster.ts';
import { otherVersionProblem } from './other-version-problem.ts';
import { installedMajorVersion } from './postgres-binaries.ts';

/**
 * Says why the installed PostgreSQL cannot use the data in a data directory. Starts no server and changes nothing.
 * @param directory data directory of the embedded database
 * @returns undefined if it can, or if there is no data
 * @throws EmbeddedPostgresFailed if no PostgreSQL is installed
 * @throws Error if the data cannot be read
 */
export function embeddedDataProblem(directory: string): string | undefined {
  const majorVersion = installedMajorVersion();
  const data = join(directory, dataName);
  return existsSync(data) ? otherVersionProblem(data, majorVersion) : undefined;
}
