import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, PostgresServer, type Processes, query, serverUser } from '@petstore/database/testing';

/** The programs of PostgreSQL 15, the oldest version that the service supports, as Debian installs them. */
const debianPrograms = '/usr/lib/postgresql/15/bin';

const owner = 'petstore';

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

/** A running PostgreSQL. */
export type Postgres = Pick<PostgresServer, 'pid' | 'urlOf' | 'query'>;

/** Starts PostgreSQL with new data on a port of 127.0.0.1: Debian's version 15 if it is installed, otherwise the one that npm installed. */
export async function startPostgres(processes: Processes): Promise<Postgres> {
  const port = await freePort();
  if (!existsSync(debianPrograms)) return PostgresServer.start(processes, settings, port);
  const data = join(processes.directory, 'data');
  await processes.output('/bin/mkdir', ['-m', '777', data]);
  const cluster = join(data, 'cluster');
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8'];
  const initdb = join(debianPrograms, 'initdb');
  await processes.output(initdb, ['-D', cluster, '-U', owner, '--auth=trust', ...locale], serverUser);
  const all = { ...settings, listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' };
  const args = ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const child = processes.spawn(join(debianPrograms, 'postgres'), args, { stdio: 'ignore', ...serverUser });
  const urlOf = (database: string) => `postgresql://${owner}@127.0.0.1:${port}/${database}?sslmode=disable`;
  const postgres: Postgres = {
    pid: child.pid!,
    urlOf,
    query: (statement, values = [], database = 'postgres') => query(urlOf(database), statement, values),
  };
  await processes.until(() => postgres.query('SELECT 1'));
  return postgres;
}

/** Inserts the pets 1 to `pets`; one in a hundred is sold, one in four pending. */
export async function fill(postgres: Postgres, database: string, pets: number): Promise<void> {
  const insert = `INSERT INTO pets (name, category_id, status)
    SELECT 'Pet ' || n, n % 100, CASE WHEN n % 100 = 0 THEN 'sold' WHEN n % 4 = 0 THEN 'pending' ELSE 'available' END
    FROM generate_series(1, ${pets}) AS n`;
  await postgres.query(insert, [], database);
  await settle(postgres, database);
}

/** Vacuums the pets and writes a checkpoint, so that no window contains the work of an earlier one. */
export async function settle(postgres: Postgres, database: string): Promise<void> {
  await postgres.query('VACUUM ANALYZE pets', [], database);
  await postgres.query('CHECKPOINT');
}

export async function versionOf(postgres: Postgres): Promise<string> {
  return (await postgres.query<{ server_version: string }>('SHOW server_version'))[0]!.server_version;
}
