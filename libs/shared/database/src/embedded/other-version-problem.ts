import { join } from 'node:path';
import { readVersionFile } from './read-version-file.ts';

/**
 * Says what to do if another major version of PostgreSQL wrote the data.
 * @param data PostgreSQL's data directory
 * @param majorVersion of the PostgreSQL that must read the data
 * @returns undefined if the version is the same
 */
export function otherVersionProblem(data: string, majorVersion: string): string | undefined {
  const found = readVersionFile(join(data, 'PG_VERSION'));
  if (found === majorVersion) return undefined;
  return (
    `the data in ${data} was written by PostgreSQL ${found}, and this release contains only ${majorVersion}: save it with ` +
    `pg_dump from a PostgreSQL ${found}, and restore it into another DATA_DIR or into the PostgreSQL of DATABASE_URL`
  );
}
