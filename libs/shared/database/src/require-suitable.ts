import type { Client } from 'pg';
import { DatabaseUnreachable, fail, UnsuitableDatabase } from './opening.errors.ts';

const oldestMajorVersion = 14;

/**
 * @throws UnsuitableDatabase
 * @throws DatabaseUnreachable
 */
export async function requireSuitable(client: Pick<Client, 'query'>): Promise<void> {
  const { rows } = await client
    .query<{ version: number; name: string; encoding: string }>(
      `SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('server_version') AS name,
            current_setting('server_encoding') AS encoding`,
    )
    .catch(fail(DatabaseUnreachable));
  const [server] = rows;
  if (!server) throw new UnsuitableDatabase('the database does not tell its version');
  if (server.version < oldestMajorVersion) {
    throw new UnsuitableDatabase(`the database is PostgreSQL ${server.name}; ${oldestMajorVersion} or newer is needed`);
  }
  if (server.encoding !== 'UTF8') {
    throw new UnsuitableDatabase(`the database's encoding is ${server.encoding}; UTF8 is needed`);
  }
}
