import type { DataSource } from 'typeorm';
import { DatabaseUnreachable, fail, UnsuitableDatabase } from './opening.errors.ts';

const oldestMajorVersion = 14;

/**
 * @throws UnsuitableDatabase
 * @throws DatabaseUnreachable
 */
export async function requireSuitable(dataSource: DataSource): Promise<void> {
  const [server] = await dataSource
    .query<{ version: number; name: string; encoding: string }[]>(
      `SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('server_version') AS name,
            current_setting('server_encoding') AS encoding`,
    )
    .catch(fail(DatabaseUnreachable));
  if (!server) throw new UnsuitableDatabase('the database does not tell its version');
  if (server.version < oldestMajorVersion) {
    throw new UnsuitableDatabase(`the database is PostgreSQL ${server.name}; ${oldestMajorVersion} or newer is needed`);
  }
  if (server.encoding !== 'UTF8') {
    throw new UnsuitableDatabase(`the database's encoding is ${server.encoding}; UTF8 is needed`);
  }
}
