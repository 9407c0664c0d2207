import type { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { pendingMigrations } from './migrate.ts';

/** A right on a table that the service needs. */
export interface NeededRight {
  readonly table: string;
  readonly privilege: 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';
}

/** What an operator must know about the server and the role. */
export interface ServerFacts {
  readonly version: string;
  readonly role: string;
  /** Milliseconds for a response to a statement. */
  readonly responseTime: number;
  /** Milliseconds that the clock of the server is ahead of the clock of this machine. */
  readonly clockDifference: number;
  readonly isStandby: boolean;
  /** Whether transactions are read-only by default, as on a standby. */
  readonly isReadOnly: boolean;
  readonly synchronousCommit: string;
  /** Maximum number of connections of the role, without those that the server reserves for superusers. */
  readonly maxConnections: number;
  /** Number of other connections to the server. */
  readonly usedConnections: number;
  /** Whether the connection goes through a pooler. */
  readonly isPooled: boolean;
  /** Names of the migrations that have not run. */
  readonly pendingMigrations: readonly string[];
  /** Whether the role may create tables, which migrations do. */
  readonly canCreateTables: boolean;
  /** The rights on existing tables that the role lacks, such as `INSERT on pets`. */
  readonly missingRights: readonly string[];
}

// pg_stat_activity hides the kind of the sessions of other roles. pg_stat_database counts the sessions of all roles.
const facts = `
  SELECT current_setting('server_version') AS version, current_user AS role, pg_backend_pid() AS pid,
         pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only') = 'on' AS "isReadOnly",
         current_setting('synchronous_commit') AS "synchronousCommit",
         least(
           current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
             - coalesce(current_setting('reserved_connections', true)::int, 0),
           (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user),
           (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database())
         ) AS "maxConnections",
         (SELECT coalesce(sum(numbackends), 1)::int - 1 FROM pg_stat_database WHERE datid <> 0) AS "usedConnections",
         coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "canCreateTables"`;

const now = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now';

const missing = `
  SELECT n.privilege || ' on ' || n.name AS missing FROM unnest($1::text[], $2::text[]) AS n (name, privilege)
  WHERE to_regclass(n.name) IS NOT NULL AND NOT has_table_privilege(to_regclass(n.name), n.privilege)`;

type FactsRow = Omit<
  ServerFacts,
  'responseTime' | 'clockDifference' | 'isPooled' | 'pendingMigrations' | 'missingRights'
> & { readonly pid: number };

/**
 * Reads the facts of the server. Changes nothing, and needs no right but to connect and to read the table of executed migrations.
 * @param client is connected, and outside of a transaction
 * @throws Error of a statement
 */
export async function inspectServer(
  client: Pick<Client, 'query'>,
  dataSource: Pick<DataSource, 'migrations'>,
  rights: readonly NeededRight[],
): Promise<ServerFacts> {
  const { rows } = await client.query<FactsRow>(facts);
  const { pid, ...row } = rows[0]!;
  const startedAt = performance.now();
  const { rows: times } = await client.query<{ now: number }>(now);
  const responseTime = performance.now() - startedAt;
  const clockDifference = times[0]!.now + responseTime / 2 - Date.now();
  const { rows: missingRights } = await client.query<{ missing: string }>(missing, [
    rights.map(({ table }) => table),
    rights.map(({ privilege }) => privilege),
  ]);
  return {
    ...row,
    responseTime,
    clockDifference,
    // A pooler sends its own process id at the start of a connection.
    isPooled: pid !== (client as unknown as { processID: number }).processID,
    pendingMigrations: await pendingMigrations(client, dataSource),
    missingRights: missingRights.map((each) => each.missing),
  };
}
