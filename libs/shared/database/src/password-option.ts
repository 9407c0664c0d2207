import pg, { type ClientConfig } from 'pg';
// @ts-expect-error The package has no types.
import untypedPgpass from 'pgpass';
import { connectionOptions } from './database-url.ts';
import { PasswordRequired } from './open-database.errors.ts';

/** Finds the password of a connection in the password file. Passes undefined if there is no file, or no line for it. */
const pgpass = untypedPgpass as (
  connection: Pick<pg.Client, 'host' | 'port' | 'user' | 'database'>,
  callback: (password: string | undefined) => void,
) => void;

/**
 * Returns the option `password` of connections to an external server. The order is that of psql: `password`, the URL, PGPASSWORD,
 * the password file (~/.pgpass or PGPASSFILE). Without any, the connection fails with PasswordRequired if the server asks for a
 * password. pg alone would fail with a message about its own protocol state, or send the text "null".
 * @param password replaces the password of the URL
 */
export function passwordOption(url: string, password: string | undefined): ClientConfig {
  if (password !== undefined) return { password };
  // pg resolves the defaults and the variables of libpq here. It does not connect.
  const client = new pg.Client(connectionOptions(url));
  if (client.password) return {};
  return {
    async password() {
      const found = await new Promise<string | undefined>((resolve) => pgpass(client, resolve));
      if (found === undefined) throw new PasswordRequired(client.user ?? '');
      return found;
    },
  };
}
