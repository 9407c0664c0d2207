import pg from 'pg';
import { DataSource, type EntitySchema, type MixedList, type QueryRunner, type ReplicationMode } from 'typeorm';
import { BoundedPool } from './bounded-pool.ts';
import { driverLimits, type DatabaseLimits } from './database-limits.ts';
import { connectionOptions } from './database-url.ts';
import { recordFailure } from './statement-failure.ts';
import { TrackingClient } from './tracking-client.ts';

const applicationName = 'petstore';

/** What a context keeps: its tables, and the migrations that make them. */
export interface Persistence {
  readonly tables: readonly EntitySchema[];
  readonly migrations: readonly (new () => object)[];
}

/** Knows its tables before it is connected, so that a caller that comes too early fails for want of a connection. */
class PreparedDataSource extends DataSource {
  async prepare(): Promise<this> {
    await this.buildMetadatas();
    return this;
  }

  override createQueryRunner(mode?: ReplicationMode): QueryRunner {
    requireConnected(this);
    return super.createQueryRunner(mode);
  }
}

/** @throws an error that is recorded as `not sent` while the data source is not initialised, or is destroyed */
export function requireConnected({ isInitialized }: DataSource): void {
  if (!isInitialized) throw recordFailure(new Error('there is no connection to the database'), 'not sent');
}

/**
 * Not yet connected.
 * @param own options that win over those of the address
 */
export function createDataSource(
  url: string,
  contexts: readonly Persistence[],
  limits: DatabaseLimits,
  own: pg.ClientConfig = {},
): Promise<DataSource> {
  const dataSource = new PreparedDataSource({
    type: 'postgres',
    applicationName,
    entities: contexts.flatMap(({ tables }) => tables) as MixedList<EntitySchema>,
    migrations: contexts.flatMap(({ migrations }) => migrations) as MixedList<new () => object>,
    synchronize: false,
    logger: 'debug',
    installExtensions: false,
    // All of pg that TypeORM uses. (And never pg-native, which it would take unasked.)
    driver: { Pool: BoundedPool, defaults: pg.defaults },
    // A connection that breaks while idle is replaced by the pool; the next statement tells whether that worked.
    poolErrorHandler: () => undefined,
    extra: {
      ...connectionOptions(url),
      ...own,
      ...driverLimits(limits),
      queue: limits.poolQueue,
      prepare: limits.prepare,
    },
  });
  return dataSource.prepare();
}

/** Opens one connection with the same options and limits, outside of any pool. The caller ends it. */
export async function connectOnce(url: string, limits: DatabaseLimits, own: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new TrackingClient({
    ...connectionOptions(url),
    ...own,
    ...driverLimits(limits),
    application_name: applicationName,
  });
  await client.connect();
  return client;
}
