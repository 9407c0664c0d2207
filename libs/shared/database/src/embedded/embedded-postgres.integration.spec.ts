import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { EmbeddedPostgres } from './embedded-postgres.ts';
import { dataDirectory } from './data-directory.ts';
import { serverUser } from './server-user.ts';

let temporary: string;
let directory: string;
const joined: EmbeddedPostgres[] = [];

beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'petstore-embedded-'));
  chmodSync(temporary, 0o711);
  ({ directory } = dataDirectory(join(temporary, 'data'), true));
});

afterEach(async () => {
  for (const server of joined.splice(0)) await server.release();
  for (const path of [temporary, directory, socketDirectory()]) rmSync(path, { recursive: true, force: true });
});

async function joinServer(): Promise<EmbeddedPostgres> {
  const server = await EmbeddedPostgres.acquire(directory, { settings: { fsync: 'off' } });
  joined.push(server);
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
  const url = EmbeddedPostgres.urlOf(directory);
  return new URL(url.replace('@/', '@host/')).searchParams.get('host') ?? '';
}

const lockFile = () => join(directory, 'postgresql/postmaster.pid');
const postmaster = () => Number(readFileSync(lockFile(), 'utf8').split('\n')[0]);
const isRunning = () => existsSync(lockFile());

it('starts a durable UTF-8 server that listens only on its socket', async () => {
  const server = await EmbeddedPostgres.acquire(directory);
  joined.push(server);
  const [settings] = await query(
    server,
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
            current_setting('listen_addresses') AS addresses, current_setting('server_encoding') AS encoding`,
  );
  expect(settings).toEqual({ fsync: 'on', commit: 'on', addresses: '', encoding: 'UTF8' });
});

it('stops when the last process releases it, even if another process started it', async () => {
  const starter = await joinServer();
  const other = await joinServer();
  const pid = postmaster();
  await starter.release();
  expect(await query(other, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(postmaster()).toBe(pid);
  await other.release();
  expect(isRunning()).toBe(false);
});

it('starts once when several processes start it at the same time', async () => {
  const servers = await Promise.all(Array.from({ length: 5 }, () => joinServer()));
  const starts = await Promise.all(servers.map((server) => query(server, 'SELECT pg_postmaster_start_time()')));
  expect(new Set(starts.map((start) => JSON.stringify(start))).size).toBe(1);
});

it('keeps its data after a restart', async () => {
  const before = await joinServer();
  await query(before, 'CREATE TABLE kept AS SELECT 7 AS seven');
  await before.release();
  expect(await query(await joinServer(), 'SELECT * FROM kept')).toEqual([{ seven: 7 }]);
});

it('is restarted after it was killed, and keeps committed data', async () => {
  let onMessage: (message: string) => void = () => undefined;
  const isRestarted = new Promise<void>((resolve) => {
    onMessage = (message) => message.endsWith('is running again') && resolve();
  });
  const server = await EmbeddedPostgres.acquire(directory, { warn: (message) => onMessage(message) });
  joined.push(server);
  await query(server, 'CREATE TABLE kept AS SELECT 7 AS seven');
  process.kill(postmaster(), 'SIGKILL');
  await isRestarted;
  expect(await query(server, 'SELECT * FROM kept')).toEqual([{ seven: 7 }]);
});

it('returns its URL and state from `find` without starting the server or creating a file', async () => {
  expect(EmbeddedPostgres.findRunning(directory)).toBeUndefined();
  expect(existsSync(directory)).toBe(false);
  const server = await joinServer();
  expect(EmbeddedPostgres.findRunning(directory)).toBe(server.url);
});

it('uses a short socket path for a long data directory path', async () => {
  directory = join(directory, 'deep'.repeat(30));
  const server = await joinServer();
  expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('rejects data of another major version with a message of one line', async () => {
  await (await joinServer()).release();
  writeFileSync(join(directory, 'postgresql/PG_VERSION'), '17\n');
  await expect(joinServer()).rejects.toThrow(
    /^the data in .* was written by PostgreSQL 17, and this release contains only 18: save it with pg_dump .*$/,
  );
});

it('throws the reason in one line if the server does not start', async () => {
  await (await joinServer()).release();
  writeFileSync(join(directory, 'postgresql/postgresql.conf'), 'no such thing\n');
  await expect(joinServer()).rejects.toThrow(/^the embedded PostgreSQL does not start: .*$/);
});

it('throws the reason in one line if the data directory cannot be used', async () => {
  directory = join(directory, 'a-file');
  mkdirSync(dirname(directory), { recursive: true });
  writeFileSync(directory, '');
  await expect(joinServer()).rejects.toThrow(/^the embedded PostgreSQL cannot be used: (?:EEXIST|ENOTDIR)[^\n]*$/);
});

it('does not use a socket directory that another user created', async () => {
  directory = join(directory, 'deep'.repeat(30));
  symlinkSync(tmpdir(), socketDirectory());
  await expect(joinServer()).rejects.toThrow(
    `${socketDirectory()} belongs to another user or is not a directory: run this command as the user that created it, or`,
  );
});

describe('with files that the user of the server has replaced', () => {
  let victim: string;

  beforeEach(() => {
    victim = join(temporary, 'victim');
    writeFileSync(victim, 'untouched', { mode: 0o600 });
  });

  /** Runs a command as the server's user, which is the user of the tests unless they run as root. */
  function asServerUser(command: string): void {
    execFileSync('/bin/sh', ['-c', command], { cwd: '/', stdio: 'ignore', ...serverUser });
  }

  it('writes no file through a link in a directory of that user', async () => {
    await (await joinServer()).release();
    for (const name of ['start.log', 'lifeline']) asServerUser(`ln -sfn '${victim}' '${join(directory, 'run', name)}'`);
    await (await joinServer()).release();
    expect(readFileSync(victim, 'utf8')).toBe('untouched');
    expect(statSync(victim)).toMatchObject({ uid: process.getuid?.(), mode: 0o100600 });
  });

  it('writes files of root only to directories that the server user cannot change', async () => {
    await joinServer();
    const names = (path: string) => readdirSync(join(directory, path)).map((name) => join(path, name));
    const owners = [...names('.'), ...names('keeper')].map((path) => [path, statSync(join(directory, path)).uid]);
    const [own, servers] = [process.getuid?.(), serverUser?.uid ?? process.getuid?.()];
    expect(Object.fromEntries(owners)).toEqual({
      keeper: own,
      'keeper/lifeline': own,
      'keeper/start.log': own,
      postgresql: servers,
      run: servers,
    });
    expect(statSync(directory).mode & 0o022).toBe(0);
    expect(statSync(join(directory, 'keeper')).mode & 0o777).toBe(0o700);
  });

  it('follows no link when it removes the draft of a data directory', async () => {
    const draft = join(directory, 'postgresql.new-left-behind');
    const kept = join(temporary, 'kept');
    for (const path of [draft, kept]) mkdirSync(path, { recursive: true });
    writeFileSync(join(kept, 'file'), '');
    if (serverUser) chownSync(draft, serverUser.uid, serverUser.gid);
    asServerUser(`ln -s '${kept}' '${draft}/link' && mkdir '${draft}/sub' && touch '${draft}/sub/file'`);
    await joinServer();
    expect(readdirSync(directory).sort()).toEqual(['keeper', 'postgresql', 'run']);
    expect(existsSync(join(kept, 'file'))).toBe(true);
  });

  it.each(['link', 'pipe'])('reads no version from a %s, and exposes no content', async (kind) => {
    await (await joinServer()).release();
    const version = join(directory, 'postgresql/PG_VERSION');
    const put = kind === 'link' ? `ln -s '${victim}'` : 'mkfifo';
    asServerUser(`rm '${version}' && ${put} '${version}'`);
    const reason = kind === 'link' ? /^the embedded PostgreSQL cannot be used: ELOOP/ : /does not contain a version/;
    await expect(joinServer()).rejects.toThrow(reason);
  });

  // PostgreSQL would open the lock file, and would wait for the writer of a pipe.
  it.each(['link', 'pipe', 'directory'])('does not start a server if the lock file is a %s', async (kind) => {
    await (await joinServer()).release();
    const put = { link: `ln -s '${victim}'`, pipe: 'mkfifo', directory: 'mkdir' }[kind];
    asServerUser(`${put} '${lockFile()}'`);
    await expect(joinServer()).rejects.toThrow(`${lockFile()} is not a regular file: remove it`);
    expect(readFileSync(join(directory, 'keeper/start.log'), 'utf8')).not.toContain('lock file');
  });
});
