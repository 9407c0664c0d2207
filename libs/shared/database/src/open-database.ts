import { DataSource, type EntitySchema, type MixedList } from 'typeorm';
import { connectionOptions, withoutSecrets, type DatabaseSettings } from './database-settings.ts';
import { EmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { OperatorError } from './operator-error.ts';
import { driver } from './pool-waits.ts';

/** What a context keeps: its tables, and the migrations that make them. */
export interface Persistence {
  readonly tables: readonly EntitySchema[];
  readonly migrations: readonly (new () => object)[];
}

export interface Database {
  readonly dataSource: DataSource;
  /** Names of the migrations that were run while opening. */
  readonly migrated: readonly string[];
  close(): Promise<void>;
}

/** The server is there and no use: too old, or of another encoding. */
export class UnsuitableDatabase extends OperatorError {}

/** No connection came about. */
export class DatabaseUnreachable extends OperatorError {
  constructor(cause: unknown) {
    const reasons = cause instanceof AggregateError ? cause.errors : [cause];
    super(`the database cannot be reached: ${withoutSecrets(reasons.map(messageOf).join('; '))}`, { cause });
  }
}

const oldestMajorVersion = 14;
const connectTimeout = 5_000;

/**
 * Connects, starting or joining the embedded server where that is the setting, and brings the schema up to date.
 * @param tell for what an operator should know: where the data lies instead, that the embedded server has gone, that it is back
 * @throws OperatorError when there is no database, or one that is no use
 */
export async function openDatabase(
  settings: DatabaseSettings,
  contexts: readonly Persistence[],
  tell: (message: string) => void,
): Promise<Database> {
  if (settings.kind === 'embedded' && settings.notice) tell(settings.notice);
  const server =
    settings.kind === 'embedded'
      ? await EmbeddedPostgres.join(settings.directory, { tell })
      : { url: settings.url, leave: async () => undefined };
  const dataSource = createDataSource(server.url, contexts);
  const close = async () => {
    if (dataSource.isInitialized) await dataSource.destroy();
    await server.leave();
  };
  try {
    await dataSource.initialize().catch((error: unknown) => {
      throw new DatabaseUnreachable(error);
    });
    await requireSuitable(dataSource);
    return { dataSource, migrated: await migrate(dataSource), close };
  } catch (error) {
    await close();
    throw error;
  }
}

export function createDataSource(url: string, contexts: readonly Persistence[]): DataSource {
  return new DataSource({
    type: 'postgres',
    driver,
    applicationName: 'petstore',
    entities: contexts.flatMap(({ tables }) => tables) as MixedList<EntitySchema>,
    migrations: contexts.flatMap(({ migrations }) => migrations) as MixedList<new () => object>,
    synchronize: false,
    logger: 'debug',
    installExtensions: false,
    connectTimeoutMS: connectTimeout,
    // A connection that breaks while idle is replaced by the pool; the next statement tells whether that worked.
    poolErrorHandler: () => undefined,
    extra: connectionOptions(url),
  });
}

async function requireSuitable(dataSource: DataSource): Promise<void> {
  const [server] = await dataSource.query<{ version: number; name: string; encoding: string }[]>(
    `SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('server_version') AS name,
            current_setting('server_encoding') AS encoding`,
  );
  if (!server) throw new UnsuitableDatabase('the database does not tell its version');
  if (server.version < oldestMajorVersion) {
    throw new UnsuitableDatabase(`the database is PostgreSQL ${server.name}; ${oldestMajorVersion} or newer is needed`);
  }
  if (server.encoding !== 'UTF8') {
    throw new UnsuitableDatabase(`the database's encoding is ${server.encoding}; UTF8 is needed`);
  }
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}
