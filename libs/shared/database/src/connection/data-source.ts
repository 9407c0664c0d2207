import pg from 'pg';
import { DataSource, type MixedList, type QueryRunner, type ReplicationMode } from 'typeorm';
import { driverLimits, type DatabaseLimits } from './database-limits.ts';
import { connectionOptions } from '../settings/database-url.ts';
import { DatabasePool, notConnected } from './pool.ts';
import { startupOptions } from './session-settings.ts';

/** The entities of a context, and the migrations that create their tables. */
export interface Persistence {
  /** Classes with the decorator `@Entity`. */
  readonly entities: readonly (new () => object)[];
  readonly migrations: readonly (new () => object)[];
}

/** Builds its metadata before it is connected. So a statement before the connection fails with `notConnected`, not with an unknown entity. */
class PreparedDataSource extends DataSource {
  async prepare(): Promise<this> {
    await this.buildMetadatas();
    return this;
  }

  override createQueryRunner(mode?: ReplicationMode): QueryRunner {
    if (!this.isInitialized) throw notConnected();
    return super.createQueryRunner(mode);
  }
}

/**
 * Creates a data source without connecting it.
 * @param overrides options that replace those of the URL
 */
export function createDataSource(
  url: string,
  contexts: readonly Persistence[],
  limits: DatabaseLimits,
  overrides: pg.PoolConfig = {},
): Promise<DataSource> {
  const connection = { ...connectionOptions(url), ...overrides };
  const dataSource = new PreparedDataSource({
    type: 'postgres',
    applicationName: 'petstore',
    entities: contexts.flatMap(({ entities }) => entities) as MixedList<new () => object>,
    migrations: contexts.flatMap(({ migrations }) => migrations) as MixedList<new () => object>,
    synchronize: false,
    logger: 'debug',
    installExtensions: false,
    // TypeORM uses only these members of pg. Without this option, TypeORM would use pg-native if it is installed.
    driver: { Pool: DatabasePool, defaults: pg.defaults },
    // The error of an idle connection is ignored, because the pool replaces the connection.
    poolErrorHandler: () => undefined,
    extra: {
      ...connection,
      ...driverLimits(limits),
      options: startupOptions(limits, connection.options),
    },
  });
  return dataSource.prepare();
}
