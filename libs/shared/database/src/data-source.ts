import pg from 'pg';
import { DataSource, type EntitySchema, type MixedList } from 'typeorm';
import { BoundedPool } from './bounded-pool.ts';
import { driverLimits, type DatabaseLimits } from './database-limits.ts';
import { connectionOptions } from './database-url.ts';

/** What a context keeps: its tables, and the migrations that make them. */
export interface Persistence {
  readonly tables: readonly EntitySchema[];
  readonly migrations: readonly (new () => object)[];
}

/** Knows its tables before it is connected: who asks too early hears that there is no connection, and not of no table. */
class PreparedDataSource extends DataSource {
  async prepare(): Promise<this> {
    await this.buildMetadatas();
    return this;
  }
}

/** Not yet connected. */
export function createDataSource(
  url: string,
  contexts: readonly Persistence[],
  limits: DatabaseLimits,
): Promise<DataSource> {
  const dataSource = new PreparedDataSource({
    type: 'postgres',
    applicationName: 'petstore',
    entities: contexts.flatMap(({ tables }) => tables) as MixedList<EntitySchema>,
    migrations: contexts.flatMap(({ migrations }) => migrations) as MixedList<new () => object>,
    synchronize: false,
    logger: 'debug',
    installExtensions: false,
    // All of pg that TypeORM uses. (And never pg-native, which it would take unasked.)
    driver: { Pool: BoundedPool, defaults: pg.defaults },
    // A connection that breaks while idle is replaced by the pool; the next statement tells whether that worked.
    poolErrorHandler: () => undefined,
    extra: { ...connectionOptions(url), ...driverLimits(limits), queue: limits.poolQueue, prepare: limits.prepare },
  });
  return dataSource.prepare();
}
