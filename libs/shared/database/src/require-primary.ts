import type { ClientBase } from 'pg';
import { DatabaseIsStandby } from './open-database.errors.ts';

/**
 * Checks that the server is not a standby. A standby answers reads with older data, so that a client would not read its own
 * writes, and a revoked API key would stay valid.
 * @throws DatabaseIsStandby, or the error of the statement
 */
export async function requirePrimary(client: Pick<ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>('SELECT pg_catalog.pg_is_in_recovery() AS standby');
  if (rows[0]?.standby !== false) throw new DatabaseIsStandby();
}
