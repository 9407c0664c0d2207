import type { DataSource } from 'typeorm';
import { createDataSource } from './data-source.ts';
import { commandLineLimits, type DatabaseLimits } from './database-limits.ts';
import { Database } from '../database.ts';
import { UnsupportedServer } from '../errors/operator.errors.ts';
import {
  createTestDatabase,
  freePort,
  PostgresServer,
  Processes,
  Proxy,
  query,
  type TestDatabase,
} from '../testing/index.ts';
import { inTransaction } from '../transactions/typeorm-transactions.ts';

/** Limits of an instance of the service. */
const limits: DatabaseLimits = { poolSize: 2, connectTimeout: 30_000, statementTimeout: 30_000 };

let database: TestDatabase;
let name: string;

beforeEach(async () => {
  database = await createTestDatabase();
  name = /test_\w+/.exec(database.url)![0];
});

afterEach(() => database.drop());

/** In one session, because the next one has the values. */
const setDefaults = (...values: (readonly [setting: string, value: string, ...unknown[]])[]) =>
  query(database.url, values.map(([setting, value]) => `ALTER DATABASE ${name} SET ${setting} = '${value}'`).join(';'));
const setDefault = (setting: string, value: string) => setDefaults([setting, value]);

/** Opens the database, calls `work` and closes it. */
async function withDatabase<T>(work: (source: DataSource) => Promise<T>, own = limits, url = database.url): Promise<T> {
  const opened = await Database.create({ kind: 'external', url }, [], own, () => undefined);
  try {
    await opened.open();
    return await work(opened.dataSource);
  } finally {
    await opened.close();
  }
}

async function show(source: DataSource, setting: string): Promise<string> {
  const [row] = await source.query<{ value: string }[]>('SELECT current_setting($1) AS value', [setting]);
  return row!.value;
}

const wrongDefaults = [
  ['client_encoding', 'LATIN1', 'UTF8'],
  ['DateStyle', 'German', 'ISO, MDY'],
  ['IntervalStyle', 'iso_8601', 'postgres'],
  ['TimeZone', 'Asia/Kolkata', 'UTC'],
  ['bytea_output', 'escape', 'hex'],
  ['extra_float_digits', '-15', '1'],
  ['array_nulls', 'off', 'on'],
  ['transform_null_equals', 'on', 'off'],
  ['standard_conforming_strings', 'off', 'on'],
  ['backslash_quote', 'on', 'safe_encoding'],
  ['row_security', 'off', 'on'],
  ['exit_on_error', 'on', 'off'],
  ['default_transaction_isolation', 'serializable', 'read committed'],
  ['default_transaction_read_only', 'on', 'off'],
  ['default_transaction_deferrable', 'on', 'off'],
  ['statement_timeout', '10s', '30s'],
  ['lock_timeout', '10s', '27s'],
  ['idle_in_transaction_session_timeout', '10s', '30s'],
  ['idle_session_timeout', '10s', '0'],
] as const;

it('a session has its own settings, whatever the database has', async () => {
  const defaults = [...wrongDefaults, ['transaction_timeout', '10s', '0']] as const;
  await setDefaults(...defaults);
  const values = await withDatabase((source) => Promise.all(defaults.map(([setting]) => show(source, setting))));
  expect(defaults.map(([setting], index) => [setting, values[index]])).toEqual(
    defaults.map(([setting, , own]) => [setting, own]),
  );
});

it('a session ignores PGOPTIONS, and has the search_path of the role', async () => {
  await setDefault('search_path', 'app');
  process.env['PGOPTIONS'] = '-c search_path=other -c default_transaction_read_only=on';
  try {
    expect(await withDatabase((source) => show(source, 'search_path'))).toBe('app');
  } finally {
    delete process.env['PGOPTIONS'];
  }
});

it('a session has the options of DATABASE_URL, but not those that change what is read or written', async () => {
  const url = `${database.url}&options=${encodeURIComponent('-c search_path=app -c DateStyle=German')}`;
  expect(await withDatabase((source) => show(source, 'search_path'), limits, url)).toBe('app');
  expect(await withDatabase((source) => show(source, 'DateStyle'), limits, url)).toBe('ISO, MDY');
});

it.each([
  ['synchronous_commit', 'off', 'on'],
  ['session_replication_role', 'replica', 'origin'],
])('a database with %s = %s is refused', async (setting, wrong, repaired) => {
  await setDefault(setting, wrong);
  const opening = withDatabase(() => Promise.resolve());
  await expect(opening).rejects.toThrow(UnsupportedServer);
  await expect(opening).rejects.toThrow(
    `${setting} is ${wrong}. Run "ALTER ROLE petstore IN DATABASE ${name} SET ${setting} = '${repaired}'"`,
  );
});

it('a server with synchronous_commit = off is refused until the role has another value', async () => {
  const processes = new Processes();
  const server = await PostgresServer.start(processes, { synchronous_commit: 'off' });
  const open = () => withDatabase((source) => show(source, 'synchronous_commit'), limits, server.url);
  await expect(open()).rejects.toThrow('synchronous_commit is off');
  await server.query('ALTER ROLE petstore SET synchronous_commit = local');
  expect(await open()).toBe('local');
  await processes.end();
});

it('the server soon notices that the host of a session has failed', async () => {
  const processes = new Processes();
  const server = await PostgresServer.start(processes, {}, await freePort());
  const probes = ['tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_keepalives_count', 'tcp_user_timeout'];
  const read = (source: DataSource) => Promise.all(probes.map((setting) => show(source, setting)));
  expect(await withDatabase(read, limits, server.url)).toEqual(['5', '2', '3', '11000']);
  await processes.end();
});

describe('behind a pooler that ignores startup parameters', () => {
  let proxy: Proxy;

  beforeEach(async () => {
    proxy = await Proxy.start(database.url);
    proxy.ignoresOptions = true;
    await setDefault('statement_timeout', '30s');
    await setDefault('lock_timeout', '27s');
    await setDefault('idle_in_transaction_session_timeout', '30s');
  });

  afterEach(() => proxy.close());

  const open = (own: DatabaseLimits) => withDatabase(() => Promise.resolve('open'), own, proxy.url);

  it('a database with the right defaults is opened, also with other orders of the date and other names of UTC', async () => {
    expect(await open(limits)).toBe('open');
    await setDefault('DateStyle', 'ISO, DMY');
    await setDefault('TimeZone', 'Etc/UTC');
    expect(await open(limits)).toBe('open');
  });

  it('the start refuses wrong defaults by name, each with the statement that repairs it', async () => {
    // Without client_encoding, which the driver sends as a parameter of its own.
    const refused = wrongDefaults.slice(1);
    await setDefaults(...refused);
    const { message } = (await open(limits).catch((error: unknown) => error)) as Error;
    for (const [setting] of refused) expect(message).toMatch(new RegExp(`[:;] ${setting} is .*SET ${setting} = '`));
  });

  it('the service accepts the timeouts that a command proposes, and so does the command', async () => {
    for (const timeout of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
      await setDefault(timeout, '0');
    const service = { ...limits, statementTimeout: 20_000 };
    const command = { ...commandLineLimits, ofService: service.statementTimeout };
    const refused = await open(command).catch(String);
    const [, repairs] = /Run "([^"]*)"/.exec(String(refused))!;
    await query(database.url, repairs!);
    try {
      expect(await open(service)).toBe('open');
      expect(await open(command)).toBe('open');
    } finally {
      await query(database.url, `ALTER ROLE petstore IN DATABASE ${name} RESET ALL`);
    }
  });

  it('commands accept the timeouts of the service, but not none', async () => {
    for (const timeout of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
      await setDefault(timeout, '1s');
    expect(await open(commandLineLimits)).toBe('open');
    await setDefault('lock_timeout', '0');
    await expect(open(commandLineLimits)).rejects.toThrow('lock_timeout is 0');
  });

  it('a transaction has the isolation level READ COMMITTED', async () => {
    await setDefault('default_transaction_isolation', 'serializable');
    const source = await (await createDataSource(proxy.url, [], limits)).initialize();
    expect(await show(source, 'transaction_isolation')).toBe('serializable');
    const level = await inTransaction(source, (runner) => runner.query('SHOW transaction_isolation'));
    expect(level).toEqual([{ transaction_isolation: 'read committed' }]);
    await source.destroy();
  });
});
