import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { waitForExit, petstore, petstoreProcess } from '@petstore/processes';
import { embeddedServices } from './testing/embedded-services.ts';
import { PetsClient } from './testing/pets-client.ts';

const services = embeddedServices();
const isServerRunning = () => existsSync(join(services.directory, 'postgresql/postmaster.pid'));

it('the first start creates the embedded database and a first key that only its owner can read', async () => {
  const service = await services.start();
  const pet = await new PetsClient(service.address, services.firstKey()).create({ name: 'Rex', categoryId: 1 });
  expect(pet.id).toBe(1);
  expect(statSync(join(services.directory, 'first-key')).mode & 0o777).toBe(0o600);
  expect(service.log.join('\n')).toContain(join(services.directory, 'first-key'));
});

it('the service stops the embedded server on SIGTERM, and the next start finds the data', async () => {
  const before = await services.start();
  const pet = await new PetsClient(before.address, services.firstKey()).create({ name: 'Rex', categoryId: 1 });
  expect(await before.end('SIGTERM')).toBe(0);
  expect(isServerRunning()).toBe(false);
  const after = await services.start();
  expect(after.log.join('\n')).toContain(join(services.directory, 'first-key'));
  expect(await new PetsClient(after.address, services.firstKey()).all()).toEqual([pet]);
});

it('the service and the command line share one server', async () => {
  const service = await services.start();
  const { stdout: key } = await petstore({ DATA_DIR: services.directory }, 'keys', 'issue', 'beside');
  await new PetsClient(service.address, key.trim()).create({ name: 'Rex', categoryId: 1 });
  expect(isServerRunning()).toBe(true);
});

it('the command `database` prints the URL only while the server runs', async () => {
  const location = { DATA_DIR: services.directory };
  const service = await services.start();
  const running = await petstore(location, 'database');
  expect(running).toEqual({
    exitCode: 0,
    stdout: expect.stringMatching(/^postgresql:\/\/petstore@\/petstore\?host=\S+\n$/),
    stderr: '',
  });
  await service.end('SIGTERM');
  const stopped = await petstore(location, 'database');
  expect(stopped).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringMatching(
      `^petstore: the embedded PostgreSQL in ${services.directory} is not running: [^\n]*npm start[^\n]*\n$`,
    ),
  });
});

it('the service issues no first key if an operator has already issued a key', async () => {
  const { exitCode } = await waitForExit(petstoreProcess({ DATA_DIR: services.directory }, 'keys', 'issue', 'mine'));
  expect(exitCode).toBe(0);
  expect(isServerRunning()).toBe(false);
  await services.start();
  expect(existsSync(join(services.directory, 'first-key'))).toBe(false);
});

it('several commands that start at the same time share one server', async () => {
  const names = ['one', 'two', 'three', 'four'];
  const issued = await Promise.all(
    names.map((name) => petstore({ DATA_DIR: services.directory }, 'keys', 'issue', name)),
  );
  expect(issued.map(({ exitCode, stderr }) => ({ exitCode, stderr }))).toEqual(
    names.map((name) => ({
      exitCode: 0,
      stderr: expect.stringMatching(
        `^petstore: database: embedded PostgreSQL in ${services.directory}\npetstore: issued key_.* for "${name}";.*\n$`,
      ),
    })),
  );
  expect(readdirSync(services.directory).sort()).toEqual(['keeper', 'postgresql', 'run']);
});

it('the service uses its data, or refuses to start if PostgreSQL cannot enter a parent directory, and never creates a second database', async () => {
  const parent = join(services.parentDirectory, 'closed');
  mkdirSync(parent, { mode: 0o711 });
  services.directory = join(parent, 'data');
  const location = { DATA_DIR: services.directory };
  const { stdout: key } = await petstore(location, 'keys', 'issue', 'mine');
  chmodSync(parent, 0o700);
  const [service, operator] = await Promise.all([
    services.start().catch(String),
    petstore(location, 'keys', 'list', '--json'),
  ]);
  if (process.getuid?.() === 0) {
    const reason = `DATA_DIR is ${services.directory}, but PostgreSQL, which root runs as the user nobody, cannot enter ${parent}: `;
    expect(operator).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringMatching(`^petstore: ${reason}[^\n]*\n$`),
    });
    expect(service).toContain(operator.stderr);
    chmodSync(parent, 0o711);
  }
  expect((await petstore(location, 'keys', 'list')).stdout).toContain(key.slice(0, 'pets_'.length + 4));
  expect(existsSync(join(services.directory, 'first-key'))).toBe(false);
});

it('the service issues no first key after all keys were pruned, and restricts the mode of the file of the first key', async () => {
  const location = { DATA_DIR: services.directory };
  const service = await services.start();
  const { stdout: list } = await petstore(location, 'keys', 'list', '--json');
  const [{ id }] = JSON.parse(list) as [{ id: string }];
  await petstore(location, 'keys', 'revoke', id);
  expect((await petstore(location, 'keys', 'prune', '--dead-for', '0s')).stdout).toBe('deleted 1 invalid key\n');
  await service.end('SIGTERM');
  chmodSync(join(services.directory, 'first-key'), 0o644);
  const before = services.firstKey();
  const later = await services.start();
  expect(later.log.join('\n')).not.toContain('first-key');
  expect(JSON.parse((await petstore(location, 'keys', 'list', '--json')).stdout)).toEqual([]);
  expect(services.firstKey()).toBe(before);
  expect(statSync(join(services.directory, 'first-key')).mode & 0o777).toBe(0o600);
});
