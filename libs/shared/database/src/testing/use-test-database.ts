import type { DataSource } from 'typeorm';
import type { Persistence } from '../connection/data-source.ts';
import type { DatabaseLimits } from '../connection/database-limits.ts';
import { Proxy } from './proxy.ts';
import { connectDatabase, createTestDatabase, type TestDatabase } from './test-database.ts';

type Hook = (work: () => unknown) => void;

// Of Jest. Its types are not there when a production installation compiles this file.
declare const beforeAll: Hook;
declare const beforeEach: Hook;
declare const afterAll: Hook;

/** The database of a test file, from `beforeAll` on. */
export interface FileDatabase {
  readonly url: string;
  readonly source: DataSource;
  /** Runs a statement of `source`. */
  query: DataSource['query'];
  /** Connects another instance, which is closed after the last test. */
  connect(limits?: Partial<DatabaseLimits>): Promise<DataSource>;
}

/**
 * Creates a database for the tests of the file, with the schema of the contexts, and drops it after them.
 * @param tables are emptied before each test
 */
export function useTestDatabase(contexts: readonly Persistence[], ...tables: readonly string[]): FileDatabase {
  let database: TestDatabase | undefined;
  let source: DataSource;
  beforeAll(async () => {
    database = await createTestDatabase();
    source = await database.open(contexts);
  });
  if (tables.length > 0) beforeEach(() => source.query(`TRUNCATE ${tables.join()}`));
  afterAll(() => database?.drop());
  return {
    get url() {
      return database!.url;
    },
    get source() {
      return source;
    },
    query: (statement, parameters) => source.query(statement, parameters),
    connect: (limits) => database!.connect(contexts, limits),
  };
}

/** Like `useTestDatabase`, with a proxy that causes faults, and an instance that connects through it with these limits. */
export function useProxiedDatabase(
  contexts: readonly Persistence[],
  tables: readonly string[],
  limits: Partial<DatabaseLimits> = {},
) {
  let proxy: Proxy;
  let source: DataSource | undefined;
  // Before that of `useTestDatabase`, because Jest calls them in this order.
  afterAll(async () => {
    await source?.destroy();
    proxy?.close();
  });
  const direct = useTestDatabase(contexts, ...tables);
  beforeAll(async () => {
    proxy = await Proxy.start(direct.url);
    source = await connectDatabase(proxy.url, contexts, limits);
  });
  return {
    direct,
    get proxy() {
      return proxy;
    },
    get source() {
      return source!;
    },
  };
}
