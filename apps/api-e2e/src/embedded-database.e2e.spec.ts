import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { waitForExit, petstore, petstoreProcess, type ServiceProcess } from '@petstore/processes';
import { testFolder } from './testing/test-folder.ts';
import { PetsClient } from './testing/pets-client.ts';
import { startListening, startService } from './testing/start-service.ts';

const folder = testFolder();
const running: ServiceProcess[] = [];
let directory: string;
let count = 0;

beforeEach(() => {
  count += 1;
  directory = join(folder, `data-${count}`);
});

afterEach(() => Promise.all(running.splice(0).map((service) => service.end('SIGTERM'))));

async function start(): Promise<ServiceProcess> {
  const service = await startService({ DATA_DIR: directory });
  running.push(service);
  return service;
}

const firstKey = () => readFileSync(join(directory, 'first-key'), 'utf8').trim();
const isServerRunning = () => existsSync(join(directory, 'postgresql/postmaster.pid'));

it('creates the embedded database and a first key that only its owner can read', async () => {
  const service = await start();
  const pet = await new PetsClient(service.address, firstKey()).create({ name: 'Rex', categoryId: 1 });
  expect(pet.id).toBe(1);
  expect(statSync(join(directory, 'first-key')).mode & 0o777).toBe(0o600);
  expect(service.log.join('\n')).toContain(join(directory, 'first-key'));
});

it('stops the embedded server, and keeps the data for the next start', async () => {
  const before = await start();
  const pet = await new PetsClient(before.address, firstKey()).create({ name: 'Rex', categoryId: 1 });
  expect(await before.end('SIGTERM')).toBe(0);
  expect(isServerRunning()).toBe(false);
  const after = await start();
  expect(await new PetsClient(after.address, firstKey()).all()).toEqual([pet]);
});

it('keeps every acknowledged create when it is killed', async () => {
  const acknowledged: string[] = [];
  /** Creates pets until the service is killed. @returns the cause of the connection error */
  async function createUntilKilled(client: PetsClient, lane: string, isEnough: () => void): Promise<unknown> {
    try {
      for (let index = 0; ; index++) {
        const { name } = await client.create({ name: `Pet ${lane} ${index}`, categoryId: 1 });
        if (acknowledged.push(name) % 100 === 0) isEnough();
      }
    } catch (error) {
      return (error as Error).cause;
    }
  }

  for (let round = 0; round < 3; round++) {
    const service = await start();
    const client = new PetsClient(service.address, firstKey());
    const creating: Promise<unknown>[] = [];
    await new Promise<void>((isEnough) => {
      for (let lane = 0; lane < 8; lane++) creating.push(createUntilKilled(client, `${round} ${lane}`, isEnough));
    });
    await service.end('SIGKILL');
    for (const cause of await Promise.all(creating)) expect(cause).toBeDefined();
  }
  const kept = await new PetsClient((await start()).address, firstKey()).all();
  expect(new Set(kept.map(({ id }) => id)).size).toBe(kept.length);
  expect(kept.map(({ name }) => name)).toEqual(expect.arrayContaining(acknowledged));
});

it('shares the server between the service and the command line', async () => {
  const service = await start();
  const { stdout: key } = await petstore({ DATA_DIR: directory }, 'keys', 'issue', 'beside');
  await new PetsClient(service.address, key.trim()).create({ name: 'Rex', categoryId: 1 });
  expect(isServerRunning()).toBe(true);
});

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'keeps serving when the process that started the server ends by %s',
  async (signal) => {
    const starter = await start();
    const service = await start();
    const client = new PetsClient(service.address, firstKey());
    await starter.end(signal);
    for (let index = 0; index < 20; index++) await client.create({ name: `Pet ${index}`, categoryId: 1 });
    expect(await client.all()).toHaveLength(20);
  },
);

it('issues no first key if an operator has already issued a key', async () => {
  const { exitCode } = await waitForExit(petstoreProcess({ DATA_DIR: directory }, 'keys', 'issue', 'mine'));
  expect(exitCode).toBe(0);
  expect(isServerRunning()).toBe(false);
  await start();
  expect(existsSync(join(directory, 'first-key'))).toBe(false);
});

it('starts one server for several processes that start at the same time', async () => {
  const names = ['one', 'two', 'three', 'four'];
  const issued = await Promise.all(names.map((name) => petstore({ DATA_DIR: directory }, 'keys', 'issue', name)));
  expect(issued.map(({ exitCode, stderr }) => ({ exitCode, stderr }))).toEqual(
    names.map((name) => ({
      exitCode: 0,
      stderr: expect.stringMatching(`^petstore: issued key_.* for "${name}";.*\n$`),
    })),
  );
  expect(readdirSync(directory).sort()).toEqual(['keeper', 'postgresql', 'run']);
});

it('uses its data or refuses to start when a parent directory cannot be entered, and never creates a second database', async () => {
  const parent = join(folder, 'closed');
  mkdirSync(parent, { mode: 0o711 });
  directory = join(parent, 'data');
  const place = { DATA_DIR: directory };
  const { stdout: key } = await petstore(place, 'keys', 'issue', 'mine');
  chmodSync(parent, 0o700);
  const [service, operator] = await Promise.all([start().catch(String), petstore(place, 'keys', 'list', '--json')]);
  if (process.getuid?.() === 0) {
    const refusal = `DATA_DIR is ${directory}, but PostgreSQL, which root runs as the user nobody, cannot enter ${parent}: `;
    expect(operator).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringMatching(`^petstore: ${refusal}[^\n]*\n$`),
    });
    expect(service).toContain(operator.stderr);
    chmodSync(parent, 0o711);
  }
  expect((await petstore(place, 'keys', 'list')).stdout).toContain(key.slice(0, 'pets_'.length + 4));
  expect(existsSync(join(directory, 'first-key'))).toBe(false);
});

it('issues no first key after all keys were pruned, and restricts the mode of the file of the first key', async () => {
  const place = { DATA_DIR: directory };
  const service = await start();
  const { stdout: list } = await petstore(place, 'keys', 'list', '--json');
  const [{ id }] = JSON.parse(list) as [{ id: string }];
  await petstore(place, 'keys', 'revoke', id);
  expect((await petstore(place, 'keys', 'prune', '--dead-for', '0s')).stdout).toMatch(/^deleted 1 key/);
  await service.end('SIGTERM');
  chmodSync(join(directory, 'first-key'), 0o644);
  const before = firstKey();
  await start();
  expect(JSON.parse((await petstore(place, 'keys', 'list', '--json')).stdout)).toEqual([]);
  expect(firstKey()).toBe(before);
  expect(statSync(join(directory, 'first-key')).mode & 0o777).toBe(0o600);
});

describe('while the embedded server is suspended', () => {
  const postmaster = () => readFileSync(join(directory, 'postgresql/postmaster.pid'), 'utf8').split('\n')[0]!;

  /** Sends the signal to the server and to all its processes. */
  function signal(name: 'STOP' | 'CONT'): void {
    process.kill(Number(postmaster()), `SIG${name}`);
    execFileSync('pkill', [`-${name}`, '-P', postmaster()]);
  }

  it('a command fails in one line, and a service listens, logs the reason and stops on SIGTERM', async () => {
    const owner = await start();
    signal('STOP');
    try {
      const { exitCode, stderr } = await petstore({ DATA_DIR: directory }, 'keys', 'list');
      const reason = 'the database cannot be reached: the server is running but does not answer';
      expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: `petstore: ${reason}\n` });
      const late = await startListening({ DATA_DIR: directory });
      await late.waitForLog(`waiting for the database: ${reason}`);
      expect(await late.end('SIGTERM')).toBe(0);
      expect(await owner.end('SIGTERM')).toBe(0);
    } finally {
      signal('CONT');
    }
  });
});
