import { randomUUID } from 'node:crypto';
import { query, until } from '@petstore/embedded-postgres/testing';
import type { DataSource } from 'typeorm';
import { createDataSource, type Persistence } from '../connection/data-source.ts';
import { commandLineLimits, type DatabaseLimits } from '../connection/database-limits.ts';
import { embeddedOptions } from '../settings/embedded-options.ts';
import { migrate } from '../migrations/migrate.ts';

/** The database of a test run, from which others are created. */
export const databaseName = embeddedOptions.name;

/** Those of the commands, with a wait for a connection that a busy machine does not exceed. */
const testLimits: DatabaseLimits = { ...commandLineLimits, connectTimeout: 60_000 };

export const testServerVariable = 'PETSTORE_TEST_SERVER';

export interface TestDatabase {
  readonly url: string;
  /** Connects a data source and runs the migrations of the contexts. `drop` closes it. */
  open(contexts: readonly Persistence[]): Promise<DataSource>;
  /** Connects a data source to the schema as it is. `drop` closes it. */
  connect(contexts: readonly Persistence[], limits?: Partial<DatabaseLimits>): Promise<DataSource>;
  drop(): Promise<void>;
}

/**
 * Creates an empty database on the server of the test run, or on the server with the URL.
 * @throws Error if there is no server, because a test that needs PostgreSQL must not be skipped
 */
export async function createTestDatabase(server = process.env[testServerVariable]): Promise<TestDatabase> {
  if (!server)
    throw new Error(`${testServerVariable} is not set: the jest.config.mjs of the project must start PostgreSQL`);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = server.replace(`/${databaseName}?`, `/${name}?`);
  const sources: DataSource[] = [];
  await query(server, `CREATE DATABASE ${name}`);
  const connect: TestDatabase['connect'] = async (contexts, limits) => {
    const dataSource = await connectDatabase(url, contexts, limits);
    sources.push(dataSource);
    return dataSource;
  };
  return {
    url,
    connect,
    async open(contexts) {
      const dataSource = await connect(contexts);
      await migrate(dataSource, () => undefined);
      return dataSource;
    },
    async drop() {
      await Promise.all(sources.map((source) => source.destroy()));
      await query(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** Connects a data source to a database whose schema is up to date. The caller destroys it. */
export async function connectDatabase(
  url: string,
  contexts: readonly Persistence[],
  limits: Partial<DatabaseLimits> = {},
): Promise<DataSource> {
  return (await createDataSource(url, contexts, { ...testLimits, ...limits })).initialize();
}

/** Returns the URL with a search path, as that of a role whose store is in a schema of its own. */
export function withSearchPath(url: string, ...schemas: string[]): string {
  return `${url}&options=${encodeURIComponent(`-c search_path=${schemas.join()}`)}`;
}

/** Waits until this many statements of the database wait for a lock. */
export async function untilBlocked(url: string, count = 1): Promise<void> {
  const blocked = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  await until(async () => (await query(url, blocked)).length >= count);
}
