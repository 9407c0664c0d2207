import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { describeInBrowser, launchBrowser, newPage } from './support/browser.ts';
import { CheckedClient } from './support/checked-client.ts';
import type { Pet } from './support/ledger.ts';
import { workspace } from './support/workspace.ts';
import type { Service } from './support/service.ts';
import { Database, issueKey, processes, type Result, runProgram, startService } from './support/test-file.ts';

// The tests use the package as npm packs it, installed in the project of a user.

const installed = join(processes.directory, 'node_modules/@petstore/client');

/** Serves an empty page, and the modules of the package. */
const shop = createServer(({ url = '/' }, response) => {
  const isModule = url.endsWith('.js');
  response.setHeader('Content-Type', isModule ? 'text/javascript' : 'text/html');
  response.end(isModule ? readFileSync(join(installed, url)) : '');
});

/**
 * The origin of the pages under a host. The tests use an invented host: pages of 127.0.0.1 and localhost are secure contexts even over http,
 * and would not show that the client works without `crypto.randomUUID`.
 */
const originOf = (host: string) => `http://${host}:${(shop.address() as AddressInfo).port}`;

let database: Database;
let service: Service;
let env: Record<string, string>;

beforeAll(async () => {
  database = await Database.create();
  await once(shop.listen(0, '127.0.0.1'), 'listening');
  service = await startService({ ...database.location, BETA: 'on', CORS_ORIGINS: originOf('shop.test') });
  env = { BASE_URL: `${service.address}/v1`, API_KEY: await issueKey(database.location) };
  const { PATH = '', HOME = '' } = process.env;
  // The script `prepack` would delete `dist`, which is built already, while other tests use it.
  const pack = ['pack', join(workspace, 'libs/client'), '--ignore-scripts', '--pack-destination', processes.directory];
  const tarball = (await processes.output('npm', pack, { env: { PATH, HOME } })).split('\n').at(-1)!;
  mkdirSync(installed, { recursive: true });
  await processes.output('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'], { env: { PATH } });
});

afterAll(() => shop.close());

/** Writes the program to a file of the project, and runs it. */
function run(file: string, program: string): Promise<Result> {
  writeFileSync(join(processes.directory, file), program);
  return runProgram(process.execPath, [file], env).result;
}

/** A program of a user. It prints what the test expects. */
const program = `
const options = { baseUrl: process.env.BASE_URL, apiKey: process.env.API_KEY };
const client = new PetstoreClient(options);

/** A fetch whose first responses are lost. */
function losing(count) {
  return async (...request) => {
    const response = await fetch(...request);
    if (count-- <= 0) return response;
    await response.arrayBuffer();
    throw new TypeError('connection lost');
  };
}

async function collect(items) {
  const collected = [];
  for await (const item of items) collected.push(item);
  return collected;
}

async function main() {
  const name = 'listed by ' + process.argv[1];
  const created = [];
  for (const categoryId of [7, 9007199254740993n, 9223372036854775807n, -9223372036854775808n, 0]) {
    created.push(await client.pets.create({ name, categoryId, status: 'sold' }));
  }
  console.log('create', created.map(({ categoryId }) => categoryId).join());
  const listed = (await collect(client.pets.list({ status: 'sold', limit: 2 }))).filter((pet) => pet.name === name);
  console.log('list', String(listed.map(({ id }) => id)) === String(created.map(({ id }) => id)));
  console.log('toArray', (await client.pets.list({ limit: 2 }).toArray({ max: 3 })).length);
  const { value: page } = await client.pets.list({ limit: 1 }).pages().next();
  const { value: next } = await client.pets.list({ limit: 1, cursor: page.nextCursor }).pages().next();
  console.log('pages', page.pets.length, next.pets[0].id > page.pets[0].id);
  console.log('get', (await client.pets.get(created[1].id)).categoryId);

  const lossy = new PetstoreClient({ ...options, fetch: losing(2) });
  const lost = await lossy.pets.create({ name: 'lost ' + name, categoryId: 1 });
  const found = (await collect(client.pets.list())).filter((pet) => pet.name === lost.name);
  console.log('retry', found.length, found[0].id === lost.id);

  const missing = await client.pets.get(0).catch((reason) => reason);
  console.log('error', missing instanceof PetstoreError, missing.name, missing.status, missing.code);
  const unreachable = new PetstoreClient({ ...options, baseUrl: 'http://127.0.0.1:2/v1', retries: 1 });
  console.log('error', (await unreachable.pets.get(1).catch((reason) => reason)).code);

  // The first page has no events, only the cursor of the present.
  const { cursor } = (await client.events.follow().next()).value;
  const order = await client.orders.place({ petId: lost.id, reference: 'adoption-1' });
  for await (const { events } of client.events.follow({ since: cursor })) {
    const event = events.find(({ data }) => data.pet.id === lost.id);
    if (event) {
      console.log('event', event.type, event.data.pet.status);
      break;
    }
  }
  console.log('order', (await client.orders.complete(order.id)).status, (await client.orders.return(order.id)).status);

  const animals = new Map();
  let position;
  const controller = new AbortController();
  const store = {
    load: async () => position,
    reset: async () => animals.clear(),
    put: async ({ pets }, cursor) => {
      for (const pet of pets) animals.set(pet.id, pet);
      position = cursor;
      // Changes an animal that the mirror has, and ends when the mirror has received the change.
      if (animals.get(lost.id)?.name === 'changed') controller.abort('enough');
      else if (animals.has(lost.id)) await client.pets.update(lost.id, { name: 'changed' });
    },
  };
  const ended = await client.pets.mirror(store, { signal: controller.signal }).catch((reason) => reason);
  const stored = await collect(client.pets.list());
  console.log('mirror', ended, stored.every((pet) => animals.get(pet.id).categoryId === pet.categoryId));

  const tags = [];
  const onResponse = ({ headers }) => tags.push(headers.get('ETag'));
  const { id } = await client.pets.create({ name, categoryId: 7 }, { onResponse });
  await client.pets.update(id, { name: 'changed' }, { ifMatch: tags[0], onResponse });
  await client.pets.get(id, { onResponse });
  console.log('tags', tags.join());
  console.log('refused', (await client.pets.delete(id, { ifMatch: tags[0] }).catch((reason) => reason)).code);
  console.log('refused', await client.pets.delete(id, { ifMatch: '' }).catch(({ name }) => name));
  await client.pets.delete(id, { ifMatch: tags });
  console.log('gone', (await client.pets.delete(id).catch((reason) => reason)).code);
}
main();
`;

const output = `create 7,9007199254740993,9223372036854775807,-9223372036854775808,0
list true
toArray 3
pages 1 true
get 9007199254740993n
retry 1 true
error true PetstoreError 404 pet_not_found
error network_error
event order.placed pending
order completed returned
mirror enough true
tags "1","2","2"
refused precondition_failed
refused TypeError
gone pet_not_found
`;

it.each([
  ['an ES module', 'program.mjs', "import { PetstoreClient, PetstoreError } from '@petstore/client';"],
  ['CommonJS', 'program.cjs', "const { PetstoreClient, PetstoreError } = require('@petstore/client');"],
])(
  'creates, lists, retries, follows changes and mirrors, and its process ends without a call to exit: %s',
  async (_, file, head) => {
    expect(await run(file, head + program)).toEqual({ exitCode: 0, stdout: output, stderr: '' });
  },
);

it('ends its process after each abort, because it leaves no timer and no connection', async () => {
  const endings = `
import { PetstoreClient } from '@petstore/client';
// A timer of a request or of a poll that an abort leaves would keep the process running for 24 days.
const options = { apiKey: process.env.API_KEY, timeout: 2 ** 31 - 1 };
const client = new PetstoreClient({ ...options, baseUrl: process.env.BASE_URL });
const unreachable = new PetstoreClient({ ...options, baseUrl: 'http://127.0.0.1:2/v1' });
const store = { load: async () => undefined, reset: async () => {}, put: async () => {} };
async function settle(name, start, abortAfter) {
  const controller = new AbortController();
  const settled = start(controller.signal).then(() => name + ' was fulfilled', (reason) => reason);
  setTimeout(() => controller.abort(name), abortAfter);
  console.log(await settled);
}
const { cursor: since } = (await client.events.follow().next()).value;
for (const abortAfter of [0, 1, 5, 50, 500]) {
  await settle('mirror', (signal) => client.pets.mirror(store, { signal }), abortAfter);
  await settle('poll', (signal) => client.events.follow({ since }, { pollInterval: 2 ** 31 - 1, signal }).next(), abortAfter);
  await settle('back-off', (signal) => unreachable.pets.mirror(store, { signal }), abortAfter);
}`;
  const stdout = 'mirror\npoll\nback-off\n'.repeat(5);
  expect(await run('endings.mjs', endings)).toEqual({ exitCode: 0, stdout, stderr: '' });
});

it('examples/mirror has the animals of the service in its file, also after it was killed and animals were changed and deleted', async () => {
  copyFileSync(join(workspace, 'examples/mirror/mirror.mjs'), join(processes.directory, 'mirror.mjs'));
  const file = join(processes.directory, 'animals.json');
  const api = new CheckedClient(service, env['API_KEY']!);
  const start = () => runProgram(process.execPath, ['mirror.mjs'], { ...env, FILE: file });
  const untilEqual = async () => {
    const stored = (await api.readAll<Pet>('/v1/pets?limit=100')).map(({ id, name }) => [String(id), name]);
    await processes.until(() => {
      if (!existsSync(file)) return false;
      const { isComplete, animals } = JSON.parse(readFileSync(file, 'utf8')) as {
        readonly isComplete: boolean;
        readonly animals: Readonly<Record<string, Pet>>;
      };
      const mirrored = Object.entries(animals).map(([id, { name }]) => [id, name]);
      return isComplete && JSON.stringify(mirrored) === JSON.stringify(stored);
    });
  };
  const paths: string[] = [];
  for (const name of ['kept', 'changed', 'deleted']) {
    const newPet = `{"name":"${name}","categoryId":9007199254740993}`;
    paths.push((await api.send('POST', '/v1/pets', newPet)).headers.location!);
  }
  const first = start();
  await untilEqual();
  expect(readFileSync(file, 'utf8')).toContain('"name":"kept","categoryId":"9007199254740993"');
  first.kill('SIGKILL');
  await first.result;
  expect((await api.send('PATCH', paths[1]!, '{"name":"Rex"}')).status).toBe(200);
  expect((await api.send('DELETE', paths[2]!)).status).toBe(204);
  const second = start();
  await untilEqual();
  second.kill('SIGTERM');
  expect((await second.result).stderr).toBe('');
});

describeInBrowser('a page on plain http', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser('--host-resolver-rules=MAP *.test 127.0.0.1');
  });

  afterAll(() => browser?.close());

  /** Evaluates the statements on a page of the host. @returns what they return */
  async function evaluateAt(host: string, statements: string): Promise<unknown> {
    const page = await newPage(browser);
    await page.goto(originOf(host));
    const options = JSON.stringify({ baseUrl: env['BASE_URL'], apiKey: env['API_KEY'], retries: 0 });
    return page.evaluate(`import('/dist/index.js').then(async ({ PetstoreClient }) => {
      const client = new PetstoreClient(${options});
      const codeOf = (call) => call.catch(({ code }) => code);
      ${statements}
    })`);
  }

  it('creates an animal, lists all pages, and reads an error, if its origin is allowed', async () => {
    const statements = `
      await client.pets.create({ name: 'Rex', categoryId: 7 });
      const created = await client.pets.create({ name: 'Tom', categoryId: 7 });
      const ids = [];
      for await (const { id } of client.pets.list({ limit: 1 })) ids.push(id);
      return [isSecureContext, ids.length > 1, ids.includes(created.id), await codeOf(client.pets.get(0))];`;
    expect(await evaluateAt('shop.test', statements)).toEqual([false, true, true, 'pet_not_found']);
  });

  it('can neither read nor create animals if its origin is not allowed', async () => {
    const before = await database.petNames();
    const statements = `
      const creating = client.pets.create({ name: 'Max', categoryId: 7 });
      return [await codeOf(creating), await codeOf(client.pets.list().toArray({ max: 1 }))];`;
    expect(await evaluateAt('other.test', statements)).toEqual(['network_error', 'network_error']);
    expect(await database.petNames()).toEqual(before);
  });
});

// Both compilers that users have.
it.each([
  ['typescript', 'node16', ['program.mts', 'program.cts']],
  ['typescript-7', 'nodenext', ['program.mts', 'program.cts']],
  ['typescript-7', 'esnext --moduleResolution bundler', ['program.ts']],
])('compiles in strict programs, and its types refuse wrong arguments: %s --module %s', async (name, module, files) => {
  const typed = `
import { PetstoreClient, PetstoreError, type Int64, type Order, type Pet, type PetMirrorStore } from '@petstore/client';
const client = new PetstoreClient({ baseUrl: 'http://127.0.0.1/v1', apiKey: 'key', fetch: globalThis.fetch });
export async function names(signal: AbortSignal): Promise<string[]> {
  const pet: Pet = await client.pets.create({ name: 'Rex', categoryId: 7n }, { signal });
  const id: Int64 = pet.id;
  const names = [pet.name, pet.status.toUpperCase(), String(id)];
  for await (const { name } of client.pets.list({ status: 'sold' }, { signal })) names.push(name);
  const pets: Pet[] = await client.pets.list().toArray({ max: 10 });
  return [...names, ...pets.map(({ name }) => name)];
}
export async function adopt(petId: Int64, store: PetMirrorStore): Promise<Order> {
  const order = await client.orders.place({ petId, reference: 'adoption-1' }, { idempotencyKey: 'adoption-1' });
  let tag = '';
  await client.pets.update(petId, { status: 'available' }, { onResponse: ({ headers }) => (tag = headers.get('ETag') ?? '') });
  await client.pets.delete(petId, { ifMatch: [tag] });
  void client.pets.mirror(store, { pollInterval: 5_000 }).catch((error: unknown) => error instanceof OwnError);
  return client.orders.complete(order.id);
}
// Programs can have errors of their own kind.
class OwnError extends PetstoreError {}
// @ts-expect-error the id of an order can be a bigint
export const asNumber = (order: Order): number => order.id;
// @ts-expect-error not a status
client.pets.list({ status: 'adopted' });
// @ts-expect-error a name is a string
void client.pets.create({ name: 7, categoryId: 7 });
export const isGone = (error: unknown) => error instanceof PetstoreError && error.code === 'pet_not_found';
`;
  // `require` of the package has the same type as `import`.
  const required = `
import required = require('@petstore/client');
import type * as imported from '@petstore/client' with { 'resolution-mode': 'import' };
export const same: typeof imported = required;
`;
  for (const file of files) {
    writeFileSync(join(processes.directory, file), typed + (file.endsWith('.cts') ? required : ''));
  }
  const tsc = join(workspace, 'node_modules', name, 'lib/tsc.js');
  const options = `--strict --exactOptionalPropertyTypes --noEmit --target es2022 --lib es2022,dom --module ${module}`;
  const args = [tsc, ...options.split(' '), ...files];
  expect(await runProgram(process.execPath, args, {}).result).toEqual({ exitCode: 0, stdout: '', stderr: '' });
});
