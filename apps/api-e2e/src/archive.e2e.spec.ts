import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CheckedClient } from './support/checked-client.ts';
import { freePort, workspace } from './support/processes.ts';
import { Database, processes, type Result, runProgram } from './support/test-file.ts';

/** The unpacked archive. */
let folder: string;
const { PATH = '', HOME = '' } = process.env;

beforeAll(async () => {
  const command = ['run', '-s', 'archive', '--', processes.directory];
  await processes.output('npm', command, { cwd: workspace, env: { PATH, HOME } });
  const archive = readdirSync(processes.directory).find((name) => name.endsWith('.tgz'))!;
  await processes.output('tar', ['-xzf', archive], { env: { PATH } });
  folder = join(processes.directory, archive.replace('.tgz', ''));
});

const petstore = (env: Record<string, string>, ...args: string[]): Promise<Result> =>
  runProgram(join(folder, 'bin/petstore'), args, { PATH, ...env }).result;

const startService = (env: Record<string, string>) => runProgram(process.execPath, [folder], env);

it('contains no path of the machine that built it, no test and no development package', () => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const contents = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
  expect(contents.filter((content) => content.includes(workspace))).toEqual([]);
  const maps = contents.filter((_, index) => files[index]!.name.endsWith('.map'));
  const sources = maps.flatMap((map) => (JSON.parse(map) as { sources: string[] }).sources);
  expect(sources.length).toBeGreaterThan(0);
  expect(sources.filter((source) => /\.spec\.|\/testing\//.test(source))).toEqual([]);
});

it('has a bill of materials of the locked versions', () => {
  interface Package {
    readonly name: string;
    readonly version: string;
    readonly group?: string;
  }
  const { packages } = JSON.parse(readFileSync(join(workspace, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Package & { dev?: true }>;
  };
  const { components } = JSON.parse(readFileSync(`${folder}.cdx.json`, 'utf8')) as { components: Package[] };
  const listed = components
    .map(({ group, name, version }) => ({ name: group ? `${group}/${name}` : name, version }))
    // The libraries of this workspace are in it, too. The lock names only their folders.
    .filter(({ name }) => !name.startsWith('@petstore/'));
  expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining(['@nestjs/core', 'typeorm', 'pg', 'express']));
  const isLocked = (each: Package) =>
    Object.entries(packages).some(
      ([path, { version, dev }]) => path.endsWith(`node_modules/${each.name}`) && version === each.version && !dev,
    );
  expect(listed.filter((each) => !isLocked(each))).toEqual([]);
});

it('migrates, issues a key, creates animals, serves the API and its documentation, and stops', async () => {
  const { location } = await Database.create();
  expect((await petstore(location, 'migrate')).stdout).toMatch(/^ran CreatePets\d+\n/);
  const key = (await petstore(location, 'keys', 'issue', 'me')).stdout.trim();
  expect((await petstore(location, 'seed', '--count', '3')).exitCode).toBe(0);
  const port = await freePort();
  const service = startService({ ...location, PORT: String(port) });
  const client = new CheckedClient({ address: `http://127.0.0.1:${port}` }, key);
  await processes.until(async () => (await client.get('/health/ready')).status === 200);
  const created = await client.send('POST', '/v1/pets', '{"name":"Rex","categoryId":9007199254740993}');
  expect(created.text).toBe('{"id":4,"name":"Rex","categoryId":9007199254740993,"status":"available"}');
  expect((await client.get('/v1/pets/4')).text).toBe(created.text);
  for (const path of ['/docs', '/docs/swagger-ui-bundle.js', '/openapi.yaml']) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    expect([path, response.status]).toEqual([path, 200]);
  }
  service.kill('SIGTERM');
  expect(await service.result).toMatchObject({ exitCode: 0, stderr: '' });
});

it('names DATABASE_URL if it is not set, because it contains no PostgreSQL', async () => {
  const { exitCode, stderr } = await startService({ PORT: '0', DATA_DIR: join(processes.directory, 'data') }).result;
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^petstore: [^\n]*set DATABASE_URL[^\n]*\n$/);
});
