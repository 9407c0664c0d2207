import type { Client } from 'pg';
import { rethrowAs } from './describe-causes.ts';
import { DatabaseUnreachable, UnsupportedServer } from './open-database.errors.ts';

const minMajorVersion = 15;

/**
 * Checks the version and the encoding of the server.
 * @throws UnsupportedServer if the version is too old or the encoding is not UTF8
 * @throws DatabaseUnreachable if the statement fails
 */
export async function requireSupportedServer(client: Pick<Client, 'query'>): Promise<void> {
  const { rows } = await client
    .query<{ version: number; name: string; encoding: string }>(
      `SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('server_version') AS name,
            current_setting('server_encoding') AS encoding`,
    )
    .catch(rethrowAs(DatabaseUnreachable));
  const [server] = rows;
  if (!server) throw new UnsupportedServer('the database did not report its version');
  if (server.version < minMajorVersion) {
    throw new UnsupportedServer(`the database is PostgreSQL ${server.name}; ${minMajorVersion} or newer is needed`);
  }
  if (server.encoding !== 'UTF8') {
    throw new UnsupportedServer(`the database's encoding is ${server.encoding}; UTF8 is needed`);
  }
}
