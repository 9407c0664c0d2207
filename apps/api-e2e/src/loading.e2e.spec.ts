import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import type { ServiceProcess } from '@petstore/processes';
import { startService } from './testing/start-service.ts';

const preloaded = pathToFileURL(join(__dirname, 'testing/record-imports.mjs'));

let folder: string;
let database: TestDatabase;
let service: ServiceProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-loading-'));
  database = await createTestDatabase();
  const env = { NODE_OPTIONS: `--import=${preloaded}`, RECORDED_IMPORTS: join(folder, 'imports') };
  service = await startService({ DATABASE_URL: database.url }, env);
});

afterAll(async () => {
  await service?.end('SIGKILL');
  await database?.drop();
  rmSync(folder, { recursive: true });
});

const recorded = () => readFileSync(join(folder, 'imports'), 'utf8');
const hasLoaded = (name: string) => recorded().includes(`/node_modules/${name}/`);

it('loads the libraries that every request needs', () => {
  for (const name of ['@nestjs/core', 'express', 'typeorm', 'pg', 'pino'])
    expect([name, hasLoaded(name)]).toEqual([name, true]);
});

it.each([
  '@nestjs/swagger',
  'js-yaml',
  'class-validator',
  'class-transformer',
  'prom-client',
  'rate-limiter-flexible',
  'pino-pretty',
])('does not load %s before it is needed', (name) => expect(hasLoaded(name)).toBe(false));

it('loads the documentation with the first request for it', async () => {
  expect((await fetch(`${service.address}/docs`)).status).toBe(200);
  expect(hasLoaded('@nestjs/swagger')).toBe(true);
});

it("does not load Node's fetch", async () => {
  expect(await service.end('SIGTERM')).toBe(0);
  expect(recorded()).toContain('NativeModule net\n');
  expect(recorded()).not.toContain('undici');
});
