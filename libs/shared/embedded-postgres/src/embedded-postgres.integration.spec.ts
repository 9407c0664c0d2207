import { spawn, type ChildProcess } from 'node:child_process';
import * as fs from 'node:fs';
import { EventEmitter, on, once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { connect, Processes, query as queryUrl, removeDirectory } from './testing/index.ts';
import { testOptions } from './testing/test-options.ts';
import { Cluster } from './cluster.ts';
import { EmbeddedPostgres } from './embedded-postgres.ts';
import { serverUser, serverUserId } from './server-user.ts';

const processes = new Processes();
/** A data directory whose server has ended. A copy takes less time than a new one. */
const template = join(processes.directory, 'template');
let temporary: string;
let directory: string;
let count = 0;
const acquired: EmbeddedPostgres[] = [];
const others: ChildProcess[] = [];

beforeAll(() => new Cluster(template, { ...testOptions, settings: { fsync: 'off' } }).prepare());

beforeEach(() => {
  temporary = join(processes.directory, String(++count));
  fs.mkdirSync(temporary);
  directory = join(temporary, 'data');
});

const copyTemplate = () => processes.output('cp', ['-a', template, directory]);

afterEach(async () => {
  for (const other of others.splice(0)) other.kill('SIGKILL');
  for (const server of acquired.splice(0)) await server.release();
  for (const path of [temporary, socketDirectory()]) removeDirectory(path);
});

afterAll(() => processes.end());

async function acquire({
  settings = { fsync: 'off' } as Record<string, string>,
  warn = (() => undefined) as (message: string) => void,
  signal = undefined as AbortSignal | undefined,
} = {}) {
  const server = await EmbeddedPostgres.acquire(directory, { ...testOptions, settings }, warn, signal);
  acquired.push(server);
  return server;
}

function query({ url }: EmbeddedPostgres, statement: string): Promise<unknown[]> {
  return queryUrl(url, statement);
}

/** Returns a function that gets messages, and one that waits for a message with the text. */
function collectMessages() {
  const emitter = new EventEmitter();
  const messages = on(emitter, 'message');
  const until = async (part: string) => {
    for (let message = ''; !message.includes(part);) [message] = (await messages.next()).value as [string];
  };
  return { warn: (message: string) => void emitter.emit('message', message), until };
}

function socketDirectory(): string {
  return new URL(EmbeddedPostgres.urlOf(directory, testOptions).replace('@/', '@host/')).searchParams.get('host')!;
}

const pidFile = () => join(directory, 'postgresql/postmaster.pid');
const postmaster = () => Number(fs.readFileSync(pidFile(), 'utf8').split('\n')[0]);
const isRunning = () => fs.existsSync(pidFile());

it('starts one durable UTF-8 server on its socket when several processes start it at the same time without data', async () => {
  const servers = await Promise.all(Array.from({ length: 3 }, () => acquire({ settings: {} })));
  const starts = await Promise.all(servers.map((server) => query(server, 'SELECT pg_postmaster_start_time()')));
  expect(new Set(starts.map((start) => JSON.stringify(start))).size).toBe(1);
  const [settings] = await query(
    servers[0]!,
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
            current_setting('listen_addresses') AS addresses, current_setting('server_encoding') AS encoding`,
  );
  expect(settings).toEqual({ fsync: 'on', commit: 'on', addresses: '', encoding: 'UTF8' });
  expect(fs.readdirSync(directory).sort()).toEqual(['postgresql', 'start.log']);
});

it('keeps no data if the statement that creates the database fails', async () => {
  const { programs } = new Cluster(directory, testOptions);
  const postgres = join(temporary, 'postgres');
  const script = `#!/bin/sh\necho 'CREATE DATABASE template1;' | exec '${programs.postgres}' "$@"\n`;
  fs.writeFileSync(postgres, script, { mode: 0o755 });
  jest.spyOn(Cluster.prototype, 'programs', 'get').mockReturnValue({ ...programs, postgres });
  await expect(acquire()).rejects.toThrow(
    'the database cannot be created: FATAL:  database "template1" already exists',
  );
  expect(fs.readdirSync(directory)).toEqual(['start.log']);
  jest.restoreAllMocks();
  await acquire();
});

const specialNames = ['long'.repeat(30), ' it\'s $HOME `id` "q" b\\s\\ %41%zz ~#?&=;:@* ë犬 ', 'a,b, c'];
it.each(specialNames)('can be in the directory %s', async (name) => {
  directory = join(temporary, name);
  expect(await query(await acquire(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  // PostgreSQL's own programs read a comma as the end of the directory, also in this file.
  expect(fs.readFileSync(pidFile(), 'utf8').split('\n')[4]).toBe(socketDirectory());
  expect(socketDirectory()).not.toContain(',');
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

describe('with data', () => {
  beforeEach(copyTemplate);

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

  it('is started again for a process that joins while the last one stops it', async () => {
    let server = await acquire();
    for (let round = 0; round < 3; round++) {
      const released = server.release();
      [server] = await Promise.all([acquire(), released]);
      expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    }
  });

  it('is restarted after it was killed, and keeps committed data', async () => {
    const { warn, until } = collectMessages();
    const server = await acquire({ settings: {}, warn });
    await query(server, 'CREATE TABLE kept AS SELECT 7 AS seven');
    process.kill(postmaster(), 'SIGKILL');
    await until('is running again');
    expect(await query(server, 'SELECT * FROM kept')).toEqual([{ seven: 7 }]);
  });

  /** Starts a process as the server's user, so that PostgreSQL may send it signals. */
  function start(command: string, cwd = '/'): ChildProcess {
    const other = spawn('/bin/sh', ['-c', command], { cwd, stdio: ['ignore', 'pipe', 'inherit'], ...serverUser });
    others.push(other);
    return other;
  }

  /** Returns the number of a process that was killed, and whose parent does not wait for it. */
  async function startZombie(): Promise<number> {
    const parent = start('sleep 1000 >&- & echo $!; exec >&-; wait');
    const pid = Number(await text(parent.stdout!));
    parent.kill('SIGSTOP');
    process.kill(pid, 'SIGKILL');
    return pid;
  }

  /** Stops the server, and leaves its lock files with these process numbers, as after a power loss. */
  async function leaveLockFiles(server: EmbeddedPostgres, pids: Readonly<Record<string, number>>) {
    const files = Object.entries(pids).map(([name, pid]) => {
      const path = join(directory, 'postgresql', name);
      return { path, content: fs.readFileSync(path, 'utf8').replace(/^\d+/, String(pid)) };
    });
    await server.release();
    for (const { path, content } of files) {
      fs.writeFileSync(path, content, { mode: 0o600 });
      fs.chownSync(path, serverUserId, serverUserId);
    }
  }

  const dataLock = 'postmaster.pid';
  const socketLock = '.s.PGSQL.5432.lock';
  const sleep = (cwd?: string) => start('exec sleep 1000', cwd).pid!;
  const both = (pid: number) => ({ [dataLock]: pid, [socketLock]: pid });

  it.each<[string, () => Promise<Record<string, number>> | Record<string, number>]>([
    ['of another process in the data directory', () => both(sleep(join(directory, 'postgresql')))],
    ['of a killed process that nobody waits for', async () => both(await startZombie())],
    ['of two other processes', () => ({ [dataLock]: sleep(), [socketLock]: sleep() })],
    ['of another process in the lock file of the socket only', () => ({ [socketLock]: sleep() })],
  ])('starts with its data, and ends no other process, if a killed server left the number %s', async (_, lockFiles) => {
    const before = await acquire();
    await query(before, 'CREATE TABLE kept AS SELECT 7 AS seven');
    const pids = await lockFiles();
    await leaveLockFiles(before, pids);
    expect(await query(await acquire(), 'SELECT * FROM kept')).toEqual([{ seven: 7 }]);
    for (const pid of Object.values(pids)) process.kill(pid, 0);
  });

  it('starts if a killed server has left the process number of a server with other data', async () => {
    const other = await acquire();
    const pid = postmaster();
    directory = join(temporary, 'second');
    await copyTemplate();
    await leaveLockFiles(await acquire(), both(pid));
    expect(await query(await acquire(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await query(other, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('names a server that uses the data but listens elsewhere, and does not start another', async () => {
    const sockets = join(temporary, 'sockets');
    fs.mkdirSync(sockets, { mode: 0o700 });
    fs.chownSync(sockets, serverUserId, serverUserId);
    const cluster = new Cluster(directory, {
      ...testOptions,
      settings: { fsync: 'off', unix_socket_directories: sockets },
    });
    await cluster.prepare();
    // On a busy machine, pg_ctl does not wait until the server is ready.
    await cluster.start();
    await processes.until(() => fs.readFileSync(pidFile(), 'utf8').includes('ready'));
    const pid = postmaster();
    // A minute passes at each look at the clock.
    let now = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => (now += 60_000));
    await expect(acquire()).rejects.toThrow(
      `another PostgreSQL (process ${pid}) uses its data, and accepts no connections in ${join(directory, 'postgresql')}: stop`,
    );
    // Without our check of the process, PostgreSQL itself would refuse to start.
    jest.restoreAllMocks();
    expect(await cluster.start(String(pid))).toMatch(/FATAL: {2}pre-existing shared memory block .* is still in use/);
    expect(postmaster()).toBe(pid);
    await cluster.stop(String(pid));
    expect(isRunning()).toBe(false);
  });

  it('stops no process that is not the server', async () => {
    const server = await acquire();
    const other = start('exec sleep 1000', join(directory, 'postgresql'));
    const end = once(other, 'exit');
    await new Cluster(directory, testOptions).stop(String(other.pid));
    expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    // If `stop` had sent a signal, the process would have ended with that signal.
    other.kill('SIGKILL');
    expect(await end).toEqual([null, 'SIGKILL']);
  });

  describe('if the data directory is removed or replaced while the server runs', () => {
    const data = () => join(directory, 'postgresql');
    const aside = () => join(temporary, 'aside');

    it.each<[string, () => void]>([
      ['rm -r of the data', () => removeDirectory(data())],
      ['rm -r of the directory', () => removeDirectory(directory)],
      [
        'a copy',
        () => {
          fs.renameSync(data(), aside());
          fs.cpSync(aside(), data(), { recursive: true, filter: (path) => !/postmaster|PGSQL/.test(path) });
        },
      ],
    ])('stops the server and says so: %s', async (_, change) => {
      const { warn, until } = collectMessages();
      const server = await acquire({ warn });
      await server.requireData();
      change();
      const gone = `${data()} was removed or replaced while PostgreSQL used it`;
      await expect(server.requireData()).rejects.toThrow(gone);
      await until(gone);
      await until('has stopped');
    });

    it('starts the server again when the data is back, and keeps committed data', async () => {
      const { warn, until } = collectMessages();
      const server = await acquire({ settings: {}, warn });
      await query(server, 'CREATE TABLE kept AS SELECT 7 AS seven');
      fs.renameSync(data(), aside());
      await expect(server.requireData()).rejects.toThrow();
      await until(`does not start: ${data()} does not exist: put it back, or restart`);
      fs.renameSync(aside(), data());
      await until('is running again');
      await server.requireData();
      expect(await query(server, 'SELECT * FROM kept')).toEqual([{ seven: 7 }]);
    });

    it('does not use an empty database that another process has created meanwhile', async () => {
      const { warn, until } = collectMessages();
      const server = await acquire({ warn });
      fs.renameSync(data(), aside());
      await expect(server.requireData()).rejects.toThrow('was removed or replaced');
      await acquire();
      const replaced = `${data()} was replaced by another database: stop all programs that use it, put the data back`;
      await until(replaced);
      await expect(server.requireData()).rejects.toThrow(replaced);
    });
  });

  it('a stop does not wait for a recovery, and ends the server that recovers', async () => {
    // Without hot_standby, a standby recovers for ever, and accepts no connections.
    fs.writeFileSync(join(directory, 'postgresql/standby.signal'), '');
    const stop = new AbortController();
    const acquiring = acquire({ settings: { fsync: 'off', hot_standby: 'off' }, signal: stop.signal });
    const failure = expect(acquiring).rejects.toThrow('stopped before the embedded PostgreSQL accepted connections');
    while (!isRunning()) await setImmediate();
    stop.abort();
    await failure;
    expect(isRunning()).toBe(false);
  });

  it('says why a running server refuses connections', async () => {
    const settings = {
      fsync: 'off',
      max_connections: '2',
      superuser_reserved_connections: '0',
      reserved_connections: '0',
    };
    const server = await acquire({ settings });
    const other = await connect(server.url);
    let now = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => (now += 60_000));
    await expect(acquire()).rejects.toThrow(
      'the embedded PostgreSQL refuses connections: sorry, too many clients already',
    );
    jest.restoreAllMocks();
    await other.end();
  });

  it('rejects data of another major version with a message of one line', async () => {
    fs.writeFileSync(join(directory, 'postgresql/PG_VERSION'), '17\n');
    await expect(acquire()).rejects.toThrow(
      /^the data in .* was written by PostgreSQL 17, and this release contains only 18: save it with pg_dump [^\n]*$/,
    );
  });

  it('throws the reason in one line if the server does not start', async () => {
    fs.writeFileSync(join(directory, 'postgresql/postgresql.conf'), 'no such thing\n');
    await expect(acquire()).rejects.toThrow(/^the embedded PostgreSQL does not start: FATAL[^\n]*$/);
  });

  it('sends no password to another process that listens on the socket and asks for one', async () => {
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
    expect(received).toContain(testOptions.name);
    expect(received).not.toContain('hunter2');
  });
});
