import { isIPv6 } from 'node:net';
import pg from 'pg';
import type { DatabaseSettings } from './database-settings.ts';
import { connectionOptions } from './database-url.ts';

/** Returns a text that identifies the database for an operator. It contains no password. */
export function describeDatabase(settings: DatabaseSettings): string {
  if (settings.kind === 'embedded') return `embedded PostgreSQL in ${settings.directory}`;
  // The client does not connect. It takes the parts that the URL lacks from the `PG*` variables.
  const { host, port, database } = new pg.Client(connectionOptions(settings.url));
  const address = isIPv6(host) ? `[${host}]` : host;
  const socket = host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : `${address}:${port}`;
  return `PostgreSQL on ${socket}, database ${database}`;
}
