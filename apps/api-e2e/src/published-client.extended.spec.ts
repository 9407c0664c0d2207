import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { petstore, type ServiceProcess } from '@petstore/processes';
import { browserPath, isBrowserRequired, launchBrowser, newPage } from './testing/browser.ts';
import { createTestDirectory } from './testing/create-test-directory.ts';
import { installedClient, packedClient, type Installation } from './testing/installed-client.ts';
import { LocalRegistry } from './testing/local-registry.ts';
import { startService } from './testing/start-service.ts';

const manifest = JSON.parse(readFileSync(join(__dirname, '../../../libs/client/package.json'), 'utf8')) as {
  version: string;
};
const directory = createTestDirectory();

let registry: LocalRegistry;
let tarball: string;
let project: Installation;
let database: TestDatabase;
let pages: Server;
let origin: string;
let service: ServiceProcess;
let variables: Record<string, string>;

beforeAll(async () => {
  registry = await LocalRegistry.start(join(directory, 'registry'));
  tarball = await packedClient();
  await registry.publish(tarball);
  project = await installedClient(`@petstore/client@${manifest.version}`, '--registry', registry.url);
  database = await createTestDatabase();
  pages = createServer();
  pages.listen(0, '127.0.0.1');
  await once(pages, 'listening');
  origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  const location = { DATABASE_URL: database.url };
  service = await startService(location, { CORS_ORIGINS: origin });
  const apiKey = (await petstore(location, 'keys', 'issue', 'client')).stdout.trim();
  variables = { BASE_URL: `${service.address}/v1`, API_KEY: apiKey };
});

afterAll(async () => {
  await service?.end('SIGTERM');
  pages?.close();
  await database?.drop();
  await registry?.stop();
});

/** Creates an animal and lists it, then prints one line. */
const program = (baseUrl: string, apiKey: string) => `
async function main() {
  const client = new PetstoreClient({ baseUrl: ${baseUrl}, apiKey: ${apiKey} });
  const { id } = await client.pets.create({ name: 'Rex', categoryId: 9007199254740993n, status: 'pending' });
  const listed = [];
  for await (const pet of client.pets.list({ status: 'pending', limit: 1 })) if (pet.id === id) listed.push(pet);
  const error = await client.pets.get(0).catch((reason) => reason);
  const [{ name, categoryId }] = listed;
  console.log([listed.length, name, categoryId, typeof categoryId, error instanceof PetstoreError, error.code].join(' '));
}
void main();
`;
const programOfNode = program('process.env.BASE_URL', 'process.env.API_KEY');
const expectedLine = '1 Rex 9007199254740993 bigint true pet_not_found';

it.each([
  ['an ES module', 'program.mjs', "import { PetstoreClient, PetstoreError } from '@petstore/client';"],
  ['CommonJS', 'program.cjs', "const { PetstoreClient, PetstoreError } = require('@petstore/client');"],
])('the client from the registry works as %s', async (_, file, head) => {
  const result = await project.run(file, head + programOfNode, variables);
  expect(result).toMatchObject({ exitCode: 0, stdout: `${expectedLine}\n`, stderr: '' });
});

const itInBrowser = browserPath || isBrowserRequired ? it : it.skip;

itInBrowser('the client from the registry works in a browser, with an import map and without a bundler', async () => {
  const entry = await project.run(
    'entry.mjs',
    "console.log(new URL(import.meta.resolve('@petstore/client')).pathname);",
  );
  const importMap = { imports: { '@petstore/client': entry.stdout.trim().slice(project.folder.length) } };
  const { BASE_URL, API_KEY } = variables;
  const html = `<!doctype html><link rel="icon" href="data:,">
<script type="importmap">${JSON.stringify(importMap)}</script>
<script type="module">
import { PetstoreClient, PetstoreError } from '@petstore/client';
${program(JSON.stringify(BASE_URL), JSON.stringify(API_KEY))}</script>`;
  pages.on('request', ({ url = '' }, response) => {
    const file = join(project.folder, url);
    if (url === '/') response.setHeader('Content-Type', 'text/html').end(html);
    else if (!url.endsWith('.js') || !existsSync(file)) response.writeHead(404).end();
    else response.setHeader('Content-Type', 'text/javascript').end(readFileSync(file));
  });
  const browser = await launchBrowser();
  try {
    const page = await newPage(browser);
    const line = new Promise<string>((resolve, reject) => {
      page.on('console', (message) => message.type() === 'log' && resolve(message.text()));
      page.on('pageerror', reject);
    });
    await page.goto(origin);
    expect(await line).toBe(expectedLine);
  } finally {
    await browser.close();
  }
});

it('has the contents of the tarball, and no other packages', () => {
  expect(project.packages).toEqual(['@petstore/client']);
  const lock = JSON.parse(readFileSync(join(project.folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; integrity?: string }>;
  };
  const integrity = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
  expect(lock.packages['node_modules/@petstore/client']).toMatchObject({ version: manifest.version, integrity });
});

it('refuses a version that is already published', async () => {
  await expect(registry.publish(tarball)).rejects.toThrow(/previously published|already present/);
});
