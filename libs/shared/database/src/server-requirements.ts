import type { ClientBase } from 'pg';
import type { DataSource } from 'typeorm';
import { DatabaseIsStandby, DatabaseUnreachable, rethrowAs, UnsupportedServer } from './open-database.errors.ts';

const minMajorVersion = 15;

/**
 * Checks the version and the encoding of the server.
 * @throws UnsupportedServer if the version is too old or the encoding is not UTF8
 * @throws DatabaseUnreachable if the statement fails
 */
export async function requireSupportedServer(dataSource: DataSource): Promise<void> {
  const [server] = await dataSource
    .query<{ version: number; name: string; encoding: string }[]>(
      `SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('server_version') AS name,
            current_setting('server_encoding') AS encoding`,
    )
    .catch(rethrowAs(DatabaseUnreachable));
  const { version, name, encoding } = server!;
  if (version < minMajorVersion)
    throw new UnsupportedServer(`the database is PostgreSQL ${name}; ${minMajorVersion} or newer is needed`);
  if (encoding !== 'UTF8') throw new UnsupportedServer(`the database's encoding is ${encoding}; UTF8 is needed`);
}

/**
 * Checks that the server is not a standby. A standby answers reads with older data, so that a client would not read its own
 * writes, and a revoked API key would stay valid.
 * @throws DatabaseIsStandby, or the error of the statement
 */
export async function requirePrimary(client: Pick<ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>('SELECT pg_catalog.pg_is_in_recovery() AS standby');
  if (rows[0]?.standby !== false) throw new DatabaseIsStandby();
}
