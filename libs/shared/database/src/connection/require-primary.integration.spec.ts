import { DatabaseUnavailable, translate } from '../errors/database.errors.ts';
import { commandLineLimits } from './database-limits.ts';
import { Database } from '../database.ts';
import { claimPrimary, PostgresServer, Processes, Proxy } from '../testing/index.ts';

const processes = new Processes();
let primary: PostgresServer;
let standby: PostgresServer;
let database: Database;

beforeAll(async () => {
  primary = await PostgresServer.start(processes);
  standby = await primary.startStandby();
});

afterEach(() => database?.close());

afterAll(() => processes.end());

const none = { entities: [], migrations: [] };

async function databaseAt(url: string): Promise<Database> {
  database = await Database.create({ kind: 'external', url }, [none], commandLineLimits, () => undefined);
  return database;
}

it('opens a primary', async () => {
  await (await databaseAt(primary.url)).open();
  await expect(database.ping()).resolves.toBeUndefined();
});

it('does not open a standby', async () => {
  await expect((await databaseAt(standby.url)).open()).rejects.toThrow('the database is a standby');
  expect(database.dataSource.isInitialized).toBe(false);
});

it('waits while the address leads to a standby, and opens the primary to which it leads then', async () => {
  const proxy = await Proxy.start(standby.url);
  const reasons: string[] = [];
  const warn = (reason: string) => {
    reasons.push(reason);
    proxy.redirect(primary.url);
  };
  expect(await (await databaseAt(proxy.url)).openWithRetry(warn)).toBe(true);
  expect(reasons).toEqual([expect.stringContaining('the database is a standby')]);
  await database.close();
  proxy.close();
});

describe('when a proxy leads the connections to a standby after the start', () => {
  let proxy: Proxy;

  beforeEach(async () => {
    proxy = await Proxy.start(standby.url);
    proxy.replace = claimPrimary;
    await (await databaseAt(proxy.url)).open();
    proxy.replace = () => undefined;
  });

  afterEach(() => proxy.close());

  const read = () => database.dataSource.query<unknown>('SELECT 1 AS one').catch(translate('read'));

  it('the ping fails and closes its connection, and no statement is executed on a new one', async () => {
    expect(await read()).toEqual([{ one: 1 }]);
    await expect(database.ping()).rejects.toThrow('the database is a standby');
    const refused: unknown = await read().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DatabaseUnavailable);
    expect((refused as Error).cause).toHaveProperty('message', expect.stringContaining('the database is a standby'));
  });

  it('statements are executed again when the proxy leads to the primary', async () => {
    await expect(database.ping()).rejects.toThrow('the database is a standby');
    await expect(read()).rejects.toThrow(DatabaseUnavailable);
    proxy.replace = claimPrimary;
    await expect(database.ping()).resolves.toBeUndefined();
    expect(await read()).toEqual([{ one: 1 }]);
  });
});
