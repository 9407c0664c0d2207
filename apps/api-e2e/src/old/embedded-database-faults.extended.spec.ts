import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { petstore } from '@petstore/processes';
import { embeddedServices } from './testing/embedded-services.ts';
import { PetsClient } from './testing/pets-client.ts';
import { startListening } from './testing/start-service.ts';

const services = embeddedServices();

it('no acknowledged create is lost if the service is killed', async () => {
  const acknowledged: string[] = [];
  /**
   * Creates pets until the service is killed.
   * @param onHundred is called after every 100 creates of all clients
   * @returns the cause of the connection error
   */
  async function createUntilKilled(client: PetsClient, namePrefix: string, onHundred: () => void): Promise<unknown> {
    try {
      for (let index = 0; ; index++) {
        const { name } = await client.create({ name: `Pet ${namePrefix} ${index}`, categoryId: 1 });
        if (acknowledged.push(name) % 100 === 0) onHundred();
      }
    } catch (error) {
      return (error as Error).cause;
    }
  }

  for (let round = 0; round < 3; round++) {
    const service = await services.start();
    const client = new PetsClient(service.address, services.firstKey());
    const creating: Promise<unknown>[] = [];
    await new Promise<void>((onHundred) => {
      for (let worker = 0; worker < 8; worker++)
        creating.push(createUntilKilled(client, `${round} ${worker}`, onHundred));
    });
    await service.end('SIGKILL');
    for (const cause of await Promise.all(creating)) expect(cause).toBeDefined();
  }
  const stored = await new PetsClient((await services.start()).address, services.firstKey()).all();
  expect(new Set(stored.map(({ id }) => id)).size).toBe(stored.length);
  expect(stored.map(({ name }) => name)).toEqual(expect.arrayContaining(acknowledged));
});

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'a second service keeps serving if %s ends the service that started the server',
  async (signal) => {
    const starter = await services.start();
    const service = await services.start();
    const client = new PetsClient(service.address, services.firstKey());
    await starter.end(signal);
    for (let index = 0; index < 20; index++) await client.create({ name: `Pet ${index}`, categoryId: 1 });
    expect(await client.all()).toHaveLength(20);
  },
);

describe('while the embedded server is suspended', () => {
  const postmaster = () => readFileSync(join(services.directory, 'postgresql/postmaster.pid'), 'utf8').split('\n')[0]!;

  /** Sends the signal to the server and to all its processes. */
  function signal(name: 'STOP' | 'CONT'): void {
    process.kill(Number(postmaster()), `SIG${name}`);
    execFileSync('pkill', [`-${name}`, '-P', postmaster()]);
  }

  it('a command fails in one line, and a service listens, logs the reason and stops on SIGTERM', async () => {
    const owner = await services.start();
    signal('STOP');
    try {
      const { exitCode, stderr } = await petstore({ DATA_DIR: services.directory }, 'keys', 'list');
      const reason = 'the database cannot be reached: the server is running but does not answer';
      expect({ exitCode, stderr: stderr.split('\n').slice(1) }).toEqual({
        exitCode: 1,
        stderr: [`petstore: ${reason}`, ''],
      });
      const late = await startListening({ DATA_DIR: services.directory });
      await late.waitForLog(`waiting for the database: ${reason}`);
      expect(await late.end('SIGTERM')).toBe(0);
      expect(await owner.end('SIGTERM')).toBe(0);
    } finally {
      signal('CONT');
    }
  });
});
