import type { PoolClient } from 'pg';
import type { DataSource, Driver } from 'typeorm';
import { notConnected } from './data-source.ts';

type PostgresDriver = Driver & { obtainMasterConnection(): Promise<[PoolClient, () => void]> };

/** A connection of the pool, and the function that returns it. */
export type PoolConnection = readonly [client: PoolClient, release: () => void];

/** Takes a connection from TypeORM's pool. @throws `notConnected` if the data source is not initialised */
export async function takeConnection(dataSource: DataSource): Promise<PoolConnection> {
  if (!dataSource.isInitialized) throw notConnected();
  return (dataSource.driver as PostgresDriver).obtainMasterConnection();
}
