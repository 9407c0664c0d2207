import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { removeDirectory } from '@petstore/database/testing';
import { CheckedClient } from './support/checked-client.ts';
import type { Pet } from './support/ledger.ts';
import { Service } from './support/service.ts';
import { issueKey, petstore, preload, processes, runService, startService } from './support/test-file.ts';
import { workspace } from './support/workspace.ts';

const rex = { name: 'Rex', categoryId: 7 };

/** Data directory of the current test. Its parent belongs to the test. */
let directory: string;
let count = 0;
const location = () => ({ DATA_DIR: directory });

beforeEach(() => {
  const parent = join(processes.directory, `test-${++count}`);
  mkdirSync(parent, { mode: 0o711 });
  directory = join(parent, 'data');
});

/** The data of the first start. Most tests get a copy, because to create a database takes longer. */
const template = join(processes.directory, 'template');

beforeAll(async () => {
  const service = await startService({ DATA_DIR: template });
  expect(await service.end('SIGTERM')).toBe(0);
});

const copyTemplate = () => processes.output('cp', ['-a', template, directory]);

const firstKeyFile = () => join(directory, 'first-key');
const firstKey = () => readFileSync(firstKeyFile(), 'utf8').trim();
const pidFile = () => join(directory, 'postgresql/postmaster.pid');
const isServerRunning = () => existsSync(pidFile());
const serverPid = () => Number(readFileSync(pidFile(), 'utf8').split('\n')[0]);
const namesIn = async (service: Service) =>
  (await new CheckedClient(service, firstKey()).readAll<Pet>('/v1/pets?limit=100')).map(({ name }) => name);

it('the first start creates the database and a key that only its owner can read; a stop ends the database; the next start finds the data', async () => {
  const before = await startService(location());
  expect(statSync(firstKeyFile()).mode & 0o777).toBe(0o600);
  expect(await before.waitForLog('ready')).toMatchObject({ firstKeyFile: firstKeyFile() });
  expect((await new CheckedClient(before, firstKey()).post('/v1/pets', rex)).status).toBe(201);
  expect(await before.end('SIGTERM')).toBe(0);
  expect(isServerRunning()).toBe(false);

  // `npm start` runs the compiled files. The other tests run the archive.
  const after = await Service.start(processes, location(), undefined, workspace);
  expect(await after.waitForLog('ready')).toMatchObject({ firstKeyFile: firstKeyFile() });
  expect(await namesIn(after)).toEqual(['Rex']);
  expect(await after.end('SIGTERM')).toBe(0);
});

it('several commands share the database, also beside the service; the service then issues no first key', async () => {
  const names = ['one', 'two', 'three'];
  const issued = await Promise.all(names.map((name) => petstore(location(), 'keys', 'issue', name)));
  expect(issued.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
  const { stdout } = await petstore(location(), 'keys', 'list', '--json');
  expect(names.filter((name) => stdout.includes(`"${name}"`))).toEqual(names);
  expect(isServerRunning()).toBe(false);
  const service = await startService(location());
  expect(existsSync(firstKeyFile())).toBe(false);
  const beside = await issueKey(location(), 'beside');
  expect((await new CheckedClient(service, beside).post('/v1/pets', rex)).status).toBe(201);
  expect(await service.end('SIGTERM')).toBe(0);
});

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'after %s ends the first of two services, the second keeps the same PostgreSQL, also after commands; nothing acknowledged is lost',
  async (signal) => {
    await copyTemplate();
    const first = await startService(location());
    const second = await startService(location());
    const server = serverPid();
    const clients = [first, second].map((service) => new CheckedClient(service, firstKey()));
    const acknowledged: string[] = [];
    const unexpected = new Set<string>();
    let hasFirstEnded = false;
    let isEnding = false;
    let createdSinceEnd = 0;
    const create = async (client: CheckedClient, prefix: string) => {
      for (let index = 0; !isEnding; index++) {
        const name = `${prefix} ${index}`;
        const { status, code } = await client.post('/v1/pets', { ...rex, name });
        if (status === 0 && client === clients[0]) return;
        if (status === 201) acknowledged.push(name);
        // The first may refuse requests while it ends. The second must not notice its end.
        else if (client !== clients[0] || status !== 503) unexpected.add(`${status} ${code}`);
        if (status === 201 && hasFirstEnded) createdSinceEnd += 1;
      }
    };
    const loads = clients.flatMap((client, index) =>
      Array.from({ length: 4 }, (_, worker) => create(client, `${index} ${worker}`)),
    );
    await processes.until(() => acknowledged.length >= 100);
    await first.end(signal);
    hasFirstEnded = true;
    for (let index = 0; index < 2; index++) await issueKey(location(), `between ${index}`);
    const before = createdSinceEnd;
    await processes.until(() => createdSinceEnd >= before + 50);
    isEnding = true;
    await Promise.all(loads);
    expect([...unexpected]).toEqual([]);
    expect(serverPid()).toBe(server);
    expect(await second.end('SIGTERM')).toBe(0);
    expect(isServerRunning()).toBe(false);

    const later = await startService(location());
    const stored = await namesIn(later);
    expect(stored).toEqual(expect.arrayContaining(acknowledged));
    expect(new Set(stored).size).toBe(stored.length);
    expect((await petstore(location(), 'keys', 'list')).stdout).toContain('between 1');
    expect(await later.end('SIGTERM')).toBe(0);
  },
);

it('a kill of the service and of its database loses nothing that was acknowledged', async () => {
  await copyTemplate();
  const service = await startService(location());
  const client = new CheckedClient(service, firstKey());
  for (let index = 0; index < 20; index++) {
    expect((await client.post('/v1/pets', { ...rex, name: `Pet ${index}` })).status).toBe(201);
  }
  const server = serverPid();
  await service.end('SIGKILL');
  // Nobody stops the server. The next start uses it.
  await service.start();
  expect(serverPid()).toBe(server);
  await service.end('SIGKILL');
  process.kill(server, 'SIGKILL');
  await service.start();
  expect(serverPid()).not.toBe(server);
  expect(await namesIn(service)).toHaveLength(20);
  expect(await service.end('SIGTERM')).toBe(0);
  expect(isServerRunning()).toBe(false);
});

it('Ctrl-C while the database is created ends the service and a command, leaves no server, and the next start works', async () => {
  // The process sends itself the signal when it starts its first program, which is initdb. A signal that the test sends could arrive after the creation.
  const signalItself = `let programs = 0;
    require('node:diagnostics_channel').subscribe('child_process', () =>
      programs++ === 0 && setImmediate(() => process.kill(process.pid, 'SIGINT')));`;
  const env = { ...location(), ...preload('signal', signalItself) };
  const { exitCode, stdout, stderr } = await petstore(env, 'keys', 'issue', 'never');
  expect({ exitCode, stdout }).toEqual({ exitCode: null, stdout: '' });
  expect(stderr).toContain('stopped before the embedded PostgreSQL accepted connections');
  expect(isServerRunning()).toBe(false);

  rmSync(directory, { recursive: true });
  expect(await runService(env)).toMatchObject({ exitCode: 0, stderr: '' });
  expect(isServerRunning()).toBe(false);
  const service = await startService(location());
  expect(await namesIn(service)).toEqual([]);
  expect(await service.end('SIGTERM')).toBe(0);
});

it('without its data the service is not ready, says why, and confirms nothing; it is ready again when the data is back', async () => {
  await copyTemplate();
  const service = await startService(location());
  const client = new CheckedClient(service, firstKey());
  expect((await client.post('/v1/pets', rex)).status).toBe(201);
  const data = join(directory, 'postgresql');
  const aside = join(directory, '..', 'aside');
  renameSync(data, aside);
  await service.waitForLog(`${data} was removed or replaced while PostgreSQL used it: PostgreSQL is stopped`);
  await service.waitForLog(`${data} does not exist: put it back, or restart the program to create an empty database`);
  await processes.until(async () => (await service.status('/health/ready')) === 503);
  expect(await service.status('/health/live')).toBe(200);
  expect(await client.post('/v1/pets', rex)).toMatchObject({ status: 503, code: 'service_unavailable' });

  renameSync(aside, data);
  await service.until('/health/ready');
  expect(await namesIn(service)).toEqual(['Rex']);

  removeDirectory(directory);
  await processes.until(async () => (await service.status('/health/ready')) === 503);
  expect(await service.end('SIGTERM')).toBe(0);
  await service.start();
  expect(await namesIn(service)).toEqual([]);
  expect(await service.end('SIGTERM')).toBe(0);
});

it('does not answer from another database that was created in the place of its data', async () => {
  await copyTemplate();
  const service = await startService(location());
  const client = new CheckedClient(service, firstKey());
  expect((await client.post('/v1/pets', rex)).status).toBe(201);
  const data = join(directory, 'postgresql');
  renameSync(data, `${directory}-aside`);
  await service.waitForLog('PostgreSQL is stopped');
  expect((await petstore(location(), 'seed', '--count', '1')).exitCode).toBe(0);
  await service.waitForLog(`${data} was replaced by another database`);
  await processes.until(async () => (await service.status('/health/ready')) === 503);
  expect(await client.get('/v1/pets')).toMatchObject({ status: 503, code: 'service_unavailable' });
  expect(await service.end('SIGTERM')).toBe(0);
  expect(isServerRunning()).toBe(false);

  rmSync(data, { recursive: true });
  renameSync(`${directory}-aside`, data);
  await service.start();
  expect(await namesIn(service)).toEqual(['Rex']);
  expect(await service.end('SIGTERM')).toBe(0);
});

it('a second database is never created, also if PostgreSQL cannot enter a parent folder of the data', async () => {
  await copyTemplate();
  await issueKey(location(), 'mine');
  const parent = join(directory, '..');
  const files = () => readdirSync(directory).sort();
  const before = files();
  chmodSync(parent, 0o700);
  // For root, a directory that PostgreSQL cannot enter is replaced by one in /var/lib/petstore, but only if it has no data. An empty
  // database there would let this command succeed.
  const listed = await petstore(location(), 'keys', 'list');
  // Only root runs PostgreSQL as another user.
  if (process.getuid?.() === 0) {
    expect(listed).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining(`cannot enter ${parent}`),
    });
  } else {
    expect(listed.stdout).toContain('mine');
  }
  chmodSync(parent, 0o711);
  expect(files()).toEqual(before);
  expect((await petstore(location(), 'keys', 'list')).stdout).toContain('mine');
});
