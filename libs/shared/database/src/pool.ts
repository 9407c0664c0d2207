import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { notConnected } from './data-source.ts';

/** A connection of the pool, and the function that returns it. With an error, the function closes the connection. */
export type PoolConnection = readonly [client: PoolClient, release: (error?: Error) => void];

/** The members of TypeORM's driver for PostgreSQL that its types hide. */
interface PostgresDriver {
  /** Undefined before the data source is connected. */
  readonly master?: Pool;
  obtainMasterConnection(): Promise<PoolConnection>;
}

function driverOf(dataSource: DataSource): PostgresDriver {
  return dataSource.driver as unknown as PostgresDriver;
}

/** Takes a connection from TypeORM's pool. @throws `notConnected`, not as a rejection, if the data source is not initialised */
export function takeConnection(dataSource: DataSource): Promise<PoolConnection> {
  if (!dataSource.isInitialized) throw notConnected();
  return driverOf(dataSource).obtainMasterConnection();
}

const empty = { size: 0, idle: 0, waiting: 0, limit: 0 };

/**
 * Returns the numbers of open connections (`size`), of idle connections (`idle`) and of callers that wait for a connection
 * (`waiting`), and the maximum of open connections (`limit`). All are 0 before the data source is connected.
 */
export function poolState(dataSource: DataSource): Readonly<typeof empty> {
  const { master } = driverOf(dataSource);
  if (!master) return empty;
  const { totalCount: size, idleCount: idle, waitingCount: waiting, options } = master;
  return { size, idle, waiting, limit: options.max };
}
