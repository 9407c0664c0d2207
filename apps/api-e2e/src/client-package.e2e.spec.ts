import { createTestDatabase, OwnServer, type TestDatabase } from '@petstore/database/testing';
import { PetstoreClient } from '@petstore/client';
import { petstore, type DatabaseLocation, type ServiceProcess } from '@petstore/processes';
import {
  installedClient,
  packedClient,
  type Installation,
  type TypeScriptPackage,
} from './testing/installed-client.ts';
import { readmeExamples } from './testing/readme-examples.ts';
import { startService } from './testing/start-service.ts';

// A transaction in any database of the server delays the change feed, so that these tests need a server that nothing else uses.
let server: OwnServer;
let database: TestDatabase;
let service: ServiceProcess;
let baseUrl: string;
let apiKey: string;
let project: Installation;
let betaService: ServiceProcess;
let limitedService: ServiceProcess | undefined;

beforeAll(async () => {
  server = await OwnServer.start();
  database = await createTestDatabase(server.url);
  const location: DatabaseLocation = { DATABASE_URL: database.url };
  service = await startService(location);
  baseUrl = `${service.address}/v1`;
  apiKey = (await petstore(location, 'keys', 'issue', 'client')).stdout.trim();
  betaService = await startService(location, { BETA: 'on' });
  project = await installedClient(await packedClient(), '--offline');
});

afterAll(async () => {
  await limitedService?.end('SIGTERM');
  await betaService?.end('SIGTERM');
  await service?.end('SIGTERM');
  await database?.drop();
  await server?.remove();
});

/** Returns the base URL of a service, with the beta operations, that has no request left for the key. */
async function startLimitedService(): Promise<string> {
  await limitedService?.end('SIGTERM');
  limitedService = await startService({ DATABASE_URL: database.url }, { RATE_LIMIT: '1/h', BETA: 'on' });
  const limitedUrl = `${limitedService.address}/v1`;
  await new PetstoreClient({ baseUrl: limitedUrl, apiKey }).pets.list().pages().next();
  return limitedUrl;
}

const succeeded = { exitCode: 0, stdout: '', stderr: '' };

describe('the packed client, installed in an empty project', () => {
  const program = `
const client = new PetstoreClient({ baseUrl: process.env.BASE_URL, apiKey: process.env.API_KEY });
async function main() {
  const { id } = await client.pets.create({ name: 'Rex', categoryId: 9007199254740993n, status: 'pending' });
  for await (const pet of client.pets.list({ status: 'pending', limit: 1 })) {
    if (pet.id === id) console.log(pet.name, pet.categoryId, typeof pet.id);
  }
  const error = await client.pets.get(0).catch((reason) => reason);
  console.log(error instanceof PetstoreError, error.name, error.code);
}
main();
`;

  const heads = [
    ['import', 'program.mjs', "import { PetstoreClient, PetstoreError } from '@petstore/client';"],
    ['require', 'program.cjs', "const { PetstoreClient, PetstoreError } = require('@petstore/client');"],
  ] as const;

  it.each(heads)('runs by %s', async (_, file, head) => {
    const result = await project.run(file, head + program, { BASE_URL: baseUrl, API_KEY: apiKey });
    expect(result).toMatchObject({
      ...succeeded,
      stdout: 'Rex 9007199254740993n number\ntrue PetstoreError pet_not_found\n',
    });
  });

  // A timer or socket that an abort leaves open keeps the process running, because the timeout of an attempt is 24 days.
  const endings = `
const options = { baseUrl: process.env.BASE_URL, apiKey: process.env.API_KEY, timeout: 2 ** 31 - 1 };
const { pets } = new PetstoreClient(options);
const limited = new PetstoreClient({ ...options, baseUrl: process.env.LIMITED_URL }).pets;
const unreachable = new PetstoreClient({ ...options, baseUrl: 'http://127.0.0.1:2/v1' }).pets;
const animals = new Map();
let position;
const store = {
  load: async () => position,
  reset: async () => animals.clear(),
  put: async (pets, cursor) => {
    for (const pet of pets) animals.set(pet.id, pet);
    position = cursor;
  },
};
async function settle(name, start, abortAfter) {
  const controller = new AbortController();
  const settled = start(controller.signal).catch((reason) => reason);
  setTimeout(() => controller.abort(name), abortAfter);
  console.log(await settled);
}
async function main() {
  for await (const { pets: changed, cursor } of pets.changes()) {
    console.log(changed.length, typeof cursor);
    break;
  }
  const { cursor } = (await pets.changes().next()).value;
  const created = await pets.create({ name: 'Rex', categoryId: 9007199254740993n });
  const { value } = await pets.changes({ since: cursor }).next();
  console.log(value.pets[0].id === created.id, value.pets[0].categoryId);
  for (const abortAfter of [0, 1, 5, 50, 500]) {
    await settle('mirror', (signal) => pets.mirror(store, { signal }), abortAfter);
    await settle('wait', (signal) => pets.changes({ since: value.cursor, wait: 30, signal }).next(), abortAfter);
    await settle('Retry-After', (signal) => limited.changes({ signal }).next(), abortAfter);
    await settle('back-off', (signal) => unreachable.mirror(store, { signal }), abortAfter);
  }
  console.log(animals.get(created.id).categoryId);
  const gone = await pets.changes({ since: 'unknown' }).next().catch((reason) => reason);
  console.log(gone instanceof PetstoreError, gone.status);
}
main();
`;

  it.each(heads)('follows changes, and after each abort its process ends by itself: %s', async (_, file, head) => {
    const env = { BASE_URL: `${betaService.address}/v1`, LIMITED_URL: await startLimitedService(), API_KEY: apiKey };
    const { stdout, ...result } = await project.run(file, head + endings, env);
    expect({ ...result, stdout: stdout.split('\n') }).toMatchObject({
      ...succeeded,
      stdout: [
        '0 string',
        'true 9007199254740993n',
        ...Array.from({ length: 5 }, () => ['mirror', 'wait', 'Retry-After', 'back-off']).flat(),
        '9007199254740993n',
        'true 400',
        '',
      ],
    });
  });

  const typed = `
const client = new PetstoreClient({ baseUrl: 'http://127.0.0.1/v1', apiKey: 'key', fetch: globalThis.fetch });
export async function names(signal: AbortSignal): Promise<string[]> {
  const pet: Pet = await client.pets.create({ name: 'Rex', categoryId: 7n }, { signal });
  const id: Int64 = pet.id;
  const names = [pet.name, pet.status.toUpperCase(), String(id)];
  for await (const { name } of client.pets.list({ status: 'sold', signal })) names.push(name);
  for await (const { pets, nextCursor } of client.pets.list().pages()) names.push(pets[0]?.name ?? nextCursor ?? '');
  return names;
}
export async function adopt(petId: Int64, signal: AbortSignal): Promise<Order> {
  const order = await client.orders.place({ petId, reference: 'adoption-1' }, { signal, idempotencyKey: 'adoption-1' });
  for await (const { id } of client.orders.list({ petId, status: 'placed' })) await client.orders.cancel(id, { signal });
  await client.pets.update(petId, { status: 'available', name: undefined }, { signal });
  return client.orders.complete(order.id);
}
export async function follow(store: PetMirrorStore, since: string, signal: AbortSignal): Promise<never> {
  for await (const { pets, cursor } of client.pets.changes({ since, wait: 5, signal })) await store.put(pets, cursor, true);
  return client.pets.mirror(store, { signal });
}
void client.pets.mirror({ load: async () => null, reset: async () => undefined, put: async (pets, cursor) => void [pets, cursor] });
export async function reference(order: Order): Promise<string> {
  const ids: [Int64, Int64] = [order.id, order.petId];
  const query: PetChangesQuery = { limit: 100, wait: 30, since: undefined };
  const { pets, cursor }: PetChanges = (await client.pets.changes(query).next()).value;
  const options: MirrorOptions = { wait: query.wait };
  return order.reference ?? order.placedAt + ids + cursor + pets.length + options.wait;
}
// @ts-expect-error the id of an order can be a bigint
export const asNumber = (order: Order): number => order.id;
// @ts-expect-error a cursor is a string
client.pets.changes({ since: 7 });
// @ts-expect-error wait is a number of seconds
client.pets.changes({ wait: '5' });
// @ts-expect-error the reference is a string
void client.orders.place({ petId: 1, reference: 7 });
// @ts-expect-error an order needs an animal
void client.orders.place({ reference: 'adoption-1' });
// @ts-expect-error not a status of an order
client.orders.list({ status: 'sold' });
// @ts-expect-error the id of an animal cannot be changed
void client.pets.update(1, { id: 2 });
// @ts-expect-error not a status
client.pets.list({ status: 'adopted' });
// @ts-expect-error a name must be a string
void client.pets.create({ name: 7, categoryId: 7 });
export const isGone = (error: unknown) => error instanceof PetstoreError && error.code === 'pet_not_found';
`;

  const types =
    'import { PetstoreClient, PetstoreError, type Int64, type MirrorOptions, type Order, type Pet,' +
    ' type PetChanges, type PetChangesQuery, type PetMirrorStore }' +
    " from '@petstore/client';";
  const browser = { lib: ['es2022', 'dom'], types: [] };
  const node = { lib: ['es2022'], types: ['node'] };

  it.each<[TypeScriptPackage, string, string, Record<string, unknown>]>([
    ['typescript', 'an ES module for browsers', 'program.mts', { ...browser, module: 'nodenext' }],
    ['typescript', 'an ES module for Node', 'program.mts', { ...node, module: 'nodenext' }],
    ['typescript', 'a CommonJS module for Node', 'program.cts', { ...node, module: 'nodenext' }],
    ['typescript', 'a bundler', 'program.ts', { ...browser, module: 'preserve' }],
    ['typescript-least', 'an ES module for browsers', 'program.mts', { ...browser, module: 'nodenext' }],
    ['typescript-least', 'an ES module for Node', 'program.mts', { ...node, module: 'node16' }],
    ['typescript-least', 'a CommonJS module for Node', 'program.cts', { ...node, module: 'node16' }],
    [
      'typescript-least',
      'the resolution of modules before `exports`',
      'program.ts',
      { ...node, module: 'commonjs', moduleResolution: 'node' },
    ],
  ])('has types that %s accepts, for %s', async (typescript, _, file, options) => {
    expect(await project.compile({ [file]: types + typed }, options, typescript)).toEqual(succeeded);
  });

  it('contains the output of all sources and only files that its users need', () => {
    expect(project.packages).toEqual(['@petstore/client']);
    const sources = project.files.filter((file) => file.startsWith('src/')).map((file) => file.slice(4, -3));
    expect(sources).toContain('index');
    const outputs = ['dist/cjs', 'dist/esm'].flatMap((folder) =>
      sources.flatMap((name) => ['.d.ts', '.d.ts.map', '.js', '.js.map'].map((end) => `${folder}/${name}${end}`)),
    );
    const otherFiles = ['LICENSE', 'README.md', 'dist/cjs/package.json', 'package.json'];
    expect(project.files).toEqual([...outputs, ...otherFiles, ...sources.map((name) => `src/${name}.ts`)].sort());
    expect(project.files.filter((file) => /spec|testing|tsbuildinfo/.test(file))).toEqual([]);
  });
});

describe('the examples of the README', () => {
  /** Lets the next animal have the id of the README. */
  const usualService = async () => baseUrl;
  const bigCategory =
    /^9007199254740993n\ntrue\n\{"id":\d+,"name":"Max","categoryId":"9007199254740993","status":"available"\}\n$/;

  const outputs: [example: string, prepareService: () => Promise<string>, stdout: RegExp, stderr: RegExp][] = [
    ['Example', usualService, /^(\d+)\n(.+\n)*\1 Rex\n$/, /^$/],
    ['Errors', usualService, /^$/, /^name must .*\n$/],
    ['Integers beyond 2^53', usualService, bigCategory, /^$/],
    ['Retries', startLimitedService, /^$/, /^rate_limited: try again in (3600|3[0-5]\d\d) s\n$/],
    ['Retries 2', usualService, /^$/, /^$/],
    ['Beta', async () => `${betaService.address}/v1`, /^placed\n(\d+) completed\n$/, /^$/],
  ];

  /** An animal is created when the first item arrives. After the second, the programs get SIGINT. */
  const endlessOutputs: [example: string, item: string, stdout: RegExp, exitCode: number | null][] = [
    ['Beta 2', 'changes after', /^changes after \S+\n\d+ Luna available\nchanges after \S+\n$/, null],
    ['Beta 3', ' animals', /^\d+ animals\n\d+ animals\nstopped\n$/, 0],
  ];

  it.each(outputs)('print what the README says: %s', async (example, prepareService, stdout, stderr) => {
    const program = readmeExamples(await prepareService(), apiKey).get(example) ?? '';
    expect(await project.run('example.mjs', program)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(stdout),
      stderr: expect.stringMatching(stderr),
    });
  });

  it.each(endlessOutputs)('print what the README says until SIGINT: %s', async (example, item, stdout, exitCode) => {
    const betaUrl = `${betaService.address}/v1`;
    const { pets } = new PetstoreClient({ baseUrl: betaUrl, apiKey });
    const program = readmeExamples(betaUrl, apiKey).get(example) ?? '';
    const result = await project.run('example.mjs', program, {}, [
      { when: RegExp(item), execute: () => pets.create({ name: 'Luna', categoryId: 7 }) },
      { when: RegExp(`(${item}[^]*){2}`), execute: (child) => child.kill('SIGINT') },
    ]);
    expect(result).toMatchObject({ exitCode, stdout: expect.stringMatching(stdout), stderr: '' });
  });

  it.each<TypeScriptPackage>(['typescript', 'typescript-least'])('are valid for %s', async (typescript) => {
    const examples = readmeExamples(baseUrl, apiKey);
    expect([...examples.keys()]).toEqual([...outputs, ...endlessOutputs].map(([example]) => example));
    const files = Object.fromEntries([...examples.values()].map((code, index) => [`example-${index}.mts`, code]));
    const options = { module: 'node16', lib: ['es2022'], types: ['node'] };
    expect(await project.compile(files, options, typescript)).toEqual(succeeded);
  });
});
