import type { PoolClient } from 'pg';
import type { DataSource, Driver } from 'typeorm';
import { notConnected } from './data-source.ts';

/** A connection of the pool, and the function that returns it. With an error, the function closes the connection. */
export type PoolConnection = readonly [client: PoolClient, release: (error?: Error) => void];

type PostgresDriver = Driver & { obtainMasterConnection(): Promise<PoolConnection> };

/** Takes a connection from TypeORM's pool. @throws `notConnected` if the data source is not initialised */
export async function takeConnection(dataSource: DataSource): Promise<PoolConnection> {
  if (!dataSource.isInitialized) throw notConnected();
  return (dataSource.driver as PostgresDriver).obtainMasterConnection();
}
