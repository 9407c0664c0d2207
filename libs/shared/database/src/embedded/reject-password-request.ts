import type { ClientConfig } from 'pg';
import { EmbeddedPostgresFailed } from '../open-database.errors.ts';

/**
 * Options of every connection to the embedded server, which never asks for a password. Another process of the server's user can
 * listen on the socket and ask for one. Without a function, and also with an empty string, pg would send PGPASSWORD or a line
 * of ~/.pgpass.
 */
export const rejectPasswordRequest: ClientConfig = {
  password() {
    throw new EmbeddedPostgresFailed(
      'the embedded PostgreSQL asks for a password, which is not sent: another process listens on its socket, or ' +
        'pg_hba.conf was changed',
    );
  },
};
