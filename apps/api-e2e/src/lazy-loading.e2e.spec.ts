import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { runApp, waitForExit, type ServiceProcess } from '@petstore/processes';
import { createTestDirectory } from './testing/create-test-directory.ts';
import { startService } from './testing/start-service.ts';

// The tests of this file depend on their order: the last ones load modules, and stop the service.

const preloaded = pathToFileURL(join(__dirname, 'testing/record-imports.mjs'));
const directory = createTestDirectory();
const importsFile = join(directory, 'imports');

let database: TestDatabase;
let service: ServiceProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  const env = { NODE_OPTIONS: `--import=${preloaded}`, RECORDED_IMPORTS: importsFile };
  service = await startService({ DATABASE_URL: database.url }, env);
});

afterAll(async () => {
  await service?.end('SIGKILL');
  await database?.drop();
});

it.each([
  ['api', ['--help'], {}, 0],
  ['api', [], { PORT: '70000' }, 1],
  ['cli', ['--help'], {}, 0],
  ['cli', ['--version'], {}, 0],
  ['cli', ['keys', '--help'], {}, 0],
  ['cli', ['unknown'], {}, 1],
] as const)('%s %j with %j loads no framework and no driver', async (app, args, settings, expected) => {
  const file = join(directory, [app, ...args, 'imports'].join(' '));
  const env = { ...settings, NODE_OPTIONS: `--import=${preloaded}`, RECORDED_IMPORTS: file };
  const { exitCode } = await waitForExit(runApp(app, [...args], env));
  expect(exitCode).toBe(expected);
  const imports = readFileSync(file, 'utf8');
  expect(imports).toContain(`/apps/${app}/dist/main.js`);
  expect(imports).not.toMatch(/node_modules\/(?:@nestjs|typeorm|pg|pino)\//);
});

const recordedImports = () => readFileSync(importsFile, 'utf8');
/** @param name of a package */
const hasLoaded = (name: string) => recordedImports().includes(`/node_modules/${name}/`);

it('the service loads the libraries that every request needs', () => {
  for (const name of ['@nestjs/core', 'express', 'typeorm', 'pg', 'pino'])
    expect([name, hasLoaded(name)]).toEqual([name, true]);
});

it.each([
  '@nestjs/swagger',
  'js-yaml',
  'marked',
  'class-validator',
  'class-transformer',
  'prom-client',
  'rate-limiter-flexible',
  'pino-pretty',
])('the service does not load %s before a request needs it', (name) => expect(hasLoaded(name)).toBe(false));

it('the service loads @nestjs/swagger with the first request for the documentation', async () => {
  expect((await fetch(`${service.address}/docs`)).status).toBe(200);
  expect(hasLoaded('@nestjs/swagger')).toBe(true);
});

// Node records its modules at exit. It loads undici, which implements fetch, on the first use of fetch, and from version 22
// also when an ES module imports node:http.
it("the service does not use Node's fetch", async () => {
  const program = "import 'node:http'; process.stdout.write(process.moduleLoadList.join('\\n'))";
  const withHttp = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
  expect(await service.end('SIGTERM')).toBe(0);
  expect(recordedImports()).toContain('NativeModule net\n');
  expect(recordedImports().includes('undici')).toBe(withHttp.includes('undici'));
});
