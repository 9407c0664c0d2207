import * as fs from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { guardDirectory } from '../testing/guard-directory.ts';
import { EmbeddedPostgres } from './embedded-postgres.ts';
import { serverUser, serverUserId } from './server-user.ts';

let temporary: string;
let directory: string;
let removeTemporary: () => Promise<void>;
const acquired: EmbeddedPostgres[] = [];

beforeEach(() => {
  temporary = fs.mkdtempSync(join(tmpdir(), 'petstore-embedded-'));
  fs.chmodSync(temporary, 0o711);
  removeTemporary = guardDirectory(temporary);
  directory = join(temporary, 'data');
});

afterEach(async () => {
  for (const server of acquired.splice(0)) await server.release();
  await removeTemporary();
  fs.rmSync(socketDirectory(), { recursive: true, force: true });
});

async function acquire({
  settings = { fsync: 'off' } as Record<string, string>,
  warn = (() => undefined) as (message: string) => void,
} = {}) {
  const server = await EmbeddedPostgres.acquire(directory, warn, settings);
  acquired.push(server);
  return server;
}

async function query(server: EmbeddedPostgres, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

function socketDirectory(): string {
  return new URL(EmbeddedPostgres.urlOf(directory).replace('@/', '@host/')).searchParams.get('host')!;
}

const pidFile = () => join(directory, 'postgresql/postmaster.pid');
const postmaster = () => Number(fs.readFileSync(pidFile(), 'utf8').split('\n')[0]);
const isRunning = () => fs.existsSync(pidFile());

it('starts a durable UTF-8 server that listens only on its socket', async () => {
  const [settings] = await query(
    await acquire({ settings: {} }),
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
            current_setting('listen_addresses') AS addresses, current_setting('server_encoding') AS encoding`,
  );
  expect(settings).toEqual({ fsync: 'on', commit: 'on', addresses: '', encoding: 'UTF8' });
});

it('stops when the last process releases it, even if another process started it, and keeps its data', async () => {
  const starter = await acquire();
  const other = await acquire();
  const pid = postmaster();
  await starter.release();
  await query(other, 'CREATE TABLE kept AS SELECT 7 AS seven');
  expect(postmaster()).toBe(pid);
  await other.release();
  expect(isRunning()).toBe(false);
  expect(await query(await acquire(), 'SELECT * FROM kept')).toEqual([{ seven: 7 }]);
});

it('starts once when several processes start it at the same time without data', async () => {
  const servers = await Promise.all(Array.from({ length: 5 }, () => acquire()));
  const starts = await Promise.all(servers.map((server) => query(server, 'SELECT pg_postmaster_start_time()')));
  expect(new Set(starts.map((start) => JSON.stringify(start))).size).toBe(1);
  expect(fs.readdirSync(directory).sort()).toEqual(['postgresql', 'start.log']);
});

it('is started again for a process that joins while the last one stops it', async () => {
  let server = await acquire();
  for (let round = 0; round < 5; round++) {
    const released = server.release();
    [server] = await Promise.all([acquire(), released]);
    expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  }
});

it('is restarted after it was killed, and keeps committed data', async () => {
  let onMessage: (message: string) => void = () => undefined;
  const isRestarted = new Promise<void>((resolve) => {
    onMessage = (message) => message.endsWith('is running again') && resolve();
  });
  const server = await acquire({ settings: {}, warn: (message: string) => onMessage(message) });
  await query(server, 'CREATE TABLE kept AS SELECT 7 AS seven');
  process.kill(postmaster(), 'SIGKILL');
  await isRestarted;
  expect(await query(server, 'SELECT * FROM kept')).toEqual([{ seven: 7 }]);
});

it.each(['long'.repeat(30), 'it\'s $HOME `id` "&"'])('can be in the directory %s', async (name) => {
  directory = join(temporary, name);
  expect(await query(await acquire(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('rejects data of another major version with a message of one line', async () => {
  await (await acquire()).release();
  fs.writeFileSync(join(directory, 'postgresql/PG_VERSION'), '17\n');
  await expect(acquire()).rejects.toThrow(
    /^the data in .* was written by PostgreSQL 17, and this release contains only 18: save it with pg_dump [^\n]*$/,
  );
});

it('throws the reason in one line if the server does not start', async () => {
  await (await acquire()).release();
  fs.writeFileSync(join(directory, 'postgresql/postgresql.conf'), 'no such thing\n');
  await expect(acquire()).rejects.toThrow(/^the embedded PostgreSQL does not start: FATAL[^\n]*$/);
});

it('throws the reason in one line if the data directory cannot be used', async () => {
  directory = join(directory, 'a-file');
  fs.mkdirSync(dirname(directory), { recursive: true });
  fs.writeFileSync(directory, '');
  await expect(acquire()).rejects.toThrow(/^the embedded PostgreSQL cannot be used: (?:EEXIST|ENOTDIR)[^\n]*$/);
});

it('does not use a socket directory that another user may have created', async () => {
  directory = join(temporary, 'long'.repeat(30));
  fs.symlinkSync(tmpdir(), socketDirectory());
  await expect(acquire()).rejects.toThrow(`${socketDirectory()} belongs to another user or is not a private directory`);
});

it('sends no password to another process that listens on the socket and asks for one', async () => {
  await (await acquire()).release();
  const authenticationCleartextPassword = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]);
  let received = '';
  const other = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(authenticationCleartextPassword));
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
  });
  await once(other.listen(join(socketDirectory(), '.s.PGSQL.5432')), 'listening');
  jest.replaceProperty(process, 'env', { ...process.env, PGPASSWORD: 'hunter2' });
  const refusal = acquire().finally(() => other.close());
  await expect(refusal).rejects.toThrow('the embedded PostgreSQL asks for a password');
  expect(received).toContain('petstore');
  expect(received).not.toContain('hunter2');
});

it('removes drafts of killed processes, and follows no link in them; root owns all but the data', async () => {
  const kept = join(temporary, 'kept');
  const draft = join(directory, 'postgresql.new-left-behind');
  for (const path of [kept, draft]) fs.mkdirSync(path, { recursive: true });
  fs.writeFileSync(join(kept, 'file'), '');
  fs.symlinkSync(kept, join(draft, 'link'));
  if (serverUser)
    for (const path of [draft, kept, join(draft, 'link')]) fs.lchownSync(path, serverUserId, serverUserId);
  await acquire();
  const owners = fs.readdirSync(directory).map((name) => [name, fs.statSync(join(directory, name)).uid]);
  expect(Object.fromEntries(owners)).toEqual({ postgresql: serverUserId, 'start.log': process.getuid!() });
  expect(fs.existsSync(join(kept, 'file'))).toBe(true);
});
