import { join } from 'node:path';
import { readVersionFile } from './read-version-file.ts';

/** The command that upgrades the data, for messages. */
export const upgradeCommand = 'npm run -s petstore -- upgrade-database';

/**
 * Says what to do if another major version of PostgreSQL wrote the data.
 * @param data PostgreSQL's data directory
 * @param majorVersion of the PostgreSQL that must read the data
 * @returns undefined if the version is the same
 */
export function otherVersionProblem(data: string, majorVersion: string): string | undefined {
  const found = readVersionFile(join(data, 'PG_VERSION'));
  if (found === majorVersion) return undefined;
  const remedy =
    Number(found) < Number(majorVersion)
      ? `stop the service, then run "${upgradeCommand}"`
      : `run the release that contains PostgreSQL ${found}`;
  return `the data in ${data} was written by PostgreSQL ${found}, and this is ${majorVersion}: ${remedy}`;
}
