import { OperatorError } from '@petstore/operations';
import pg from 'pg';
// @ts-expect-error The package has no types.
import pgpass from 'pgpass';
import { connectionOptions } from './database-url.ts';

type Connection = Pick<pg.Client, 'host' | 'port' | 'user' | 'database'>;
type FindPassword = (connection: Connection, callback: (password: string | undefined) => void) => void;

/**
 * Returns the option `password` of connections to an external server: the password file (~/.pgpass or PGPASSFILE), if neither the URL
 * nor PGPASSWORD contains a password. pg itself also reads the file, but with a deprecation warning, and it can send the text
 * "null" if the file has no password.
 */
export function passwordFromFile(url: string): pg.ClientConfig {
  // pg resolves its defaults and the variables of psql here. It does not connect.
  const client = new pg.Client(connectionOptions(url));
  if (client.password) return {};
  return {
    /** Called only if the server asks for a password. */
    async password() {
      const found = await new Promise<string | undefined>((resolve) => (pgpass as FindPassword)(client, resolve));
      if (found !== undefined) return found;
      throw new OperatorError(
        `the database asks for the password of the user ${client.user}: set it in DATABASE_URL, in PGPASSWORD or in ~/.pgpass ` +
          '(only its owner may have access to that file)',
      );
    },
  };
}
