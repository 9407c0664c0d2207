import { PostgresServer, type Processes } from '@petstore/database/testing';

/**
 * `fsync` and `synchronous_commit` have PostgreSQL's defaults. Autovacuum is off and no checkpoint starts by time or size of the WAL,
 * because each would slow down the server that is measured at that time.
 */
const settings = {
  fsync: 'on',
  shared_buffers: '256MB',
  autovacuum: 'off',
  checkpoint_timeout: '1h',
  max_wal_size: '8GB',
};

/** Starts the PostgreSQL that npm installed, with new data. */
export function startPostgres(processes: Processes): Promise<PostgresServer> {
  return PostgresServer.start(processes, settings);
}

/** Inserts the pets 1 to `pets`; one in a hundred is sold, one in four pending. */
export async function fill(postgres: PostgresServer, database: string, pets: number): Promise<void> {
  const insert = `INSERT INTO pets (name, category_id, status)
    SELECT 'Pet ' || n, n % 100, CASE WHEN n % 100 = 0 THEN 'sold' WHEN n % 4 = 0 THEN 'pending' ELSE 'available' END
    FROM generate_series(1, ${pets}) AS n`;
  await postgres.query(insert, [], database);
  await settle(postgres, database);
}

/** Vacuums the pets and writes a checkpoint, so that no window contains the work of an earlier one. */
export async function settle(postgres: PostgresServer, database: string): Promise<void> {
  await postgres.query('VACUUM ANALYZE pets', [], database);
  await postgres.query('CHECKPOINT');
}

export async function versionOf(postgres: PostgresServer): Promise<string> {
  return (await postgres.query<{ server_version: string }>('SHOW server_version'))[0]!.server_version;
}
