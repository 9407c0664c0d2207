import { OperatorError } from '@petstore/settings';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { takeConnection } from './pool-connection.ts';

/** A pooler in transaction mode executes the statements of one connection in several sessions of PostgreSQL. */
export class SessionRequired extends OperatorError {
  /** @param migration name of a migration that runs outside a transaction */
  constructor(migration: string) {
    super(
      `${migration} needs one session, but the connection goes through a pooler in transaction mode: ` +
        'run "petstore migrate" with a DATABASE_URL that connects to PostgreSQL directly',
    );
  }
}

/**
 * Checks that all statements of the connection run in one session of PostgreSQL. A pooler sends its own process id at the start of a
 * connection. In that case a second connection occupies the session that the pooler has just used. In transaction mode the next statement
 * of the first connection then runs in another session.
 * @param migration name of the migration, for the message
 * @throws SessionRequired
 */
export async function requireSession(dataSource: DataSource, connection: PoolClient, migration: string): Promise<void> {
  const before = await sessionOf(connection);
  if (before === (connection as unknown as { processID: number }).processID) return;
  const [other, release] = await takeConnection(dataSource);
  try {
    await other.query('BEGIN READ ONLY');
    await sessionOf(other);
    if ((await sessionOf(connection)) !== before) throw new SessionRequired(migration);
  } finally {
    await other.query('ROLLBACK').catch(() => undefined);
    release();
  }
}

async function sessionOf(connection: PoolClient): Promise<number> {
  const { rows } = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]!.pid;
}
