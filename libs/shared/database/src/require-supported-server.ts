import type { Client } from 'pg';
import { DatabaseUnreachable, rethrowAs, UnsupportedDatabase } from './open-database.errors.ts';

const minMajorVersion = 14;

/** Checks the version and the encoding of the server. @throws UnsupportedDatabase, DatabaseUnreachable */
export async function requireSupportedServer(client: Pick<Client, 'query'>): Promise<void> {
  const { rows } = await client
    .query<{ version: number; name: string; encoding: string }>(
      `SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('server_version') AS name,
            current_setting('server_encoding') AS encoding`,
    )
    .catch(rethrowAs(DatabaseUnreachable));
  const [server] = rows;
  if (!server) throw new UnsupportedDatabase('the database did not report its version');
  if (server.version < minMajorVersion) {
    throw new UnsupportedDatabase(`the database is PostgreSQL ${server.name}; ${minMajorVersion} or newer is needed`);
  }
  if (server.encoding !== 'UTF8') {
    throw new UnsupportedDatabase(`the database's encoding is ${server.encoding}; UTF8 is needed`);
  }
}
