import type { ClientConfig } from 'pg';
import { EmbeddedPostgresFailed } from './embedded-postgres-failed.ts';

/**
 * For every connection to the embedded server, which never asks for a password. A process of the user that the server runs
 * as can listen on its socket and ask for one. Without this function, pg would send PGPASSWORD or a line of ~/.pgpass; an empty
 * string would not prevent that.
 */
export const noPassword: ClientConfig = {
  password() {
    throw new EmbeddedPostgresFailed(
      'the embedded PostgreSQL asks for a password, and gets none: another process listens on its socket, or its ' +
        'pg_hba.conf was changed',
    );
  },
};
