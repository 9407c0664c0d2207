import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { EmbeddedPostgres } from './embedded-postgres.ts';
import { reachableDirectory } from './server-user.ts';

let made: string;
let directory: string;
const joined: EmbeddedPostgres[] = [];

beforeEach(() => {
  made = mkdtempSync(join(tmpdir(), 'petstore-embedded-'));
  chmodSync(made, 0o711);
  directory = reachableDirectory(join(made, 'data'));
});

afterEach(async () => {
  for (const server of joined.splice(0)) await server.leave();
  for (const path of [made, directory, socketDirectory()]) rmSync(path, { recursive: true, force: true });
});

async function joinServer(tell?: (message: string) => void): Promise<EmbeddedPostgres> {
  const server = await EmbeddedPostgres.join(directory, { settings: { fsync: 'off' }, ...(tell && { tell }) });
  joined.push(server);
  return server;
}

async function ask(server: EmbeddedPostgres, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

function socketDirectory(): string {
  const { url } = EmbeddedPostgres.lookUp(directory);
  return new URL(url.replace('@/', '@host/')).searchParams.get('host') ?? '';
}

const postmaster = () => Number(readFileSync(join(directory, 'postgresql/postmaster.pid'), 'utf8').split('\n')[0]);
const isRunning = () => existsSync(join(directory, 'postgresql/postmaster.pid'));

it('starts a durable UTF-8 server that only its socket leads to', async () => {
  const server = await EmbeddedPostgres.join(directory);
  joined.push(server);
  const [settings] = await ask(
    server,
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
            current_setting('listen_addresses') AS addresses, current_setting('server_encoding') AS encoding`,
  );
  expect(settings).toEqual({ fsync: 'on', commit: 'on', addresses: '', encoding: 'UTF8' });
});

it('is stopped by the last to leave, not by the first, whoever started it', async () => {
  const starter = await joinServer();
  const other = await joinServer();
  const pid = postmaster();
  await starter.leave();
  expect(await ask(other, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(postmaster()).toBe(pid);
  await other.leave();
  expect(isRunning()).toBe(false);
});

it('is one server, however many join an empty directory at once', async () => {
  const servers = await Promise.all(Array.from({ length: 5 }, () => joinServer()));
  const starts = await Promise.all(servers.map((server) => ask(server, 'SELECT pg_postmaster_start_time()')));
  expect(new Set(starts.map((start) => JSON.stringify(start))).size).toBe(1);
});

it('keeps what was written over a stop and a start', async () => {
  const before = await joinServer();
  await ask(before, 'CREATE TABLE kept AS SELECT 7 AS seven');
  await before.leave();
  expect(await ask(await joinServer(), 'SELECT * FROM kept')).toEqual([{ seven: 7 }]);
});

it('comes back by itself when it was killed, and keeps what was committed', async () => {
  let back: (message: string) => void = () => undefined;
  const isBack = new Promise<void>((resolve) => {
    back = (message) => message.endsWith('is back') && resolve();
  });
  const server = await EmbeddedPostgres.join(directory, { tell: (message) => back(message) });
  joined.push(server);
  await ask(server, 'CREATE TABLE kept AS SELECT 7 AS seven');
  process.kill(postmaster(), 'SIGKILL');
  await isBack;
  expect(await ask(server, 'SELECT * FROM kept')).toEqual([{ seven: 7 }]);
});

it('is looked up without being started, and without a trace', async () => {
  expect(EmbeddedPostgres.lookUp(directory).isRunning).toBe(false);
  expect(existsSync(directory)).toBe(false);
  const server = await joinServer();
  expect(EmbeddedPostgres.lookUp(directory)).toEqual({ url: server.url, isRunning: true });
});

it('fits its socket into a path however deep the directory lies', async () => {
  directory = join(directory, 'deep'.repeat(30));
  const server = await joinServer();
  expect(await ask(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('refuses data of another major version in one line', async () => {
  await (await joinServer()).leave();
  writeFileSync(join(directory, 'postgresql/PG_VERSION'), '17\n');
  await expect(joinServer()).rejects.toThrow(/^the data in .* was written by PostgreSQL 17, and this is 18: .*$/);
});

it('tells in one line why it does not start', async () => {
  await (await joinServer()).leave();
  writeFileSync(join(directory, 'postgresql/postgresql.conf'), 'no such thing\n');
  await expect(joinServer()).rejects.toThrow(/^the embedded PostgreSQL does not start: .*$/);
});

it('tells in one line that the directory is of no use', async () => {
  directory = join(directory, 'a-file');
  mkdirSync(dirname(directory), { recursive: true });
  writeFileSync(directory, '');
  await expect(joinServer()).rejects.toThrow(/^the embedded PostgreSQL cannot be had: (?:EEXIST|ENOTDIR)[^\n]*$/);
});

it('does not touch a directory for its socket that somebody else put there', async () => {
  directory = join(directory, 'deep'.repeat(30));
  symlinkSync(tmpdir(), socketDirectory());
  await expect(joinServer()).rejects.toThrow(`${socketDirectory()} belongs to somebody else`);
});
