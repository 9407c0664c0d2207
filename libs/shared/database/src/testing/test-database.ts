import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { createDataSource, type Persistence } from '../data-source.ts';
import { commandLineLimits } from '../database-limits.ts';
import { databaseName } from '../embedded/cluster.ts';
import { migrate } from '../migrate.ts';

export const testServerVariable = 'PETSTORE_TEST_SERVER';

export interface TestDatabase {
  readonly url: string;
  /** Connects a data source and runs the migrations of the contexts. `drop` closes it. */
  open(contexts: readonly Persistence[]): Promise<DataSource>;
  drop(): Promise<void>;
}

/**
 * Creates an empty database on the server of the test run.
 * @throws Error if there is no server, because a test that needs PostgreSQL must not be skipped
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env[testServerVariable];
  if (!server)
    throw new Error(`${testServerVariable} is not set: the jest.config.mjs of the project must start PostgreSQL`);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = server.replace(`/${databaseName}?`, `/${name}?`);
  const sources: DataSource[] = [];
  await onServer(server, `CREATE DATABASE ${name}`);
  return {
    url,
    async open(contexts) {
      const dataSource = await (await createDataSource(url, contexts, commandLineLimits)).initialize();
      sources.push(dataSource);
      await migrate(dataSource);
      return dataSource;
    },
    async drop() {
      await Promise.all(sources.map((source) => source.destroy()));
      await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
