import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import type { ServiceProcess } from '@petstore/processes';
import { startService } from './testing/service.ts';

const preloaded = pathToFileURL(join(__dirname, 'testing/note-imports.mjs'));

let folder: string;
let database: TestDatabase;
let service: ServiceProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-loading-'));
  database = await createTestDatabase();
  const env = { NODE_OPTIONS: `--import=${preloaded}`, NOTED_IMPORTS: join(folder, 'imports') };
  service = await startService({ DATABASE_URL: database.url }, env);
});

afterAll(async () => {
  await service?.end('SIGKILL');
  await database?.drop();
  rmSync(folder, { recursive: true });
});

const noted = () => readFileSync(join(folder, 'imports'), 'utf8');
const hasLoaded = (name: string) => noted().includes(`/node_modules/${name}/`);

it('loads what it serves with', () => {
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

it("loads none of Node's own client", async () => {
  expect(await service.end('SIGTERM')).toBe(0);
  expect(noted()).toContain('NativeModule net\n');
  expect(noted()).not.toContain('undici');
});
