import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { PetstoreClient, PetstoreError, type Pet } from '@petstore/client';
import { petstore, type DatabaseLocation, type ServiceProcess } from '@petstore/processes';
import { installedClient, type Installation } from './testing/installed-client.ts';
import { startService } from './testing/start-service.ts';

let database: TestDatabase;
let service: ServiceProcess;
let baseUrl: string;
let apiKey: string;
let client: PetstoreClient;

beforeAll(async () => {
  database = await createTestDatabase();
  const location: DatabaseLocation = { DATABASE_URL: database.url };
  service = await startService(location);
  baseUrl = `${service.address}/v1`;
  apiKey = (await petstore(location, 'keys', 'issue', 'client')).stdout.trim();
  client = new PetstoreClient({ baseUrl, apiKey });
});

afterAll(async () => {
  await service?.end('SIGTERM');
  await database?.drop();
});

describe('the client', () => {
  const created: Pet[] = [];

  beforeAll(async () => {
    for (let index = 0; index < 25; index++) {
      const status = index % 5 === 0 ? 'sold' : undefined;
      created.push(await client.pets.create({ name: `Pet ${index}`, categoryId: index, status }));
    }
  });

  const collect = async (pets: AsyncIterable<Pet>) => {
    const collected: Pet[] = [];
    for await (const pet of pets) collected.push(pet);
    return collected;
  };

  it.each([1, 5, 7, 25, 100, undefined])('lists every animal in order, with limit %p', async (limit) => {
    expect(await collect(client.pets.list({ limit }))).toEqual(created);
  });

  it('lists the animals of one status', async () => {
    const sold = created.filter(({ status }) => status === 'sold');
    expect(await collect(client.pets.list({ status: 'sold', limit: 2 }))).toEqual(sold);
  });

  it('lists pages, and continues from the cursor of a page', async () => {
    const { value: first } = await client.pets.list({ limit: 10 }).pages().next();
    expect(first?.pets).toEqual(created.slice(0, 10));
    expect(await collect(client.pets.list({ limit: 3, cursor: first?.nextCursor }))).toEqual(created.slice(10));
  });

  it.each([9223372036854775807n, -9223372036854775808n, 9007199254740993n, Number.MAX_SAFE_INTEGER, 0])(
    'sends and returns the categoryId %p exactly',
    async (categoryId) => {
      const { id } = await client.pets.create({ name: `"${categoryId}"`, categoryId });
      expect(await client.pets.get(id)).toEqual({ id, name: `"${categoryId}"`, categoryId, status: 'available' });
    },
  );

  it.each([
    [404, 'pet_not_found', () => client.pets.get(9223372036854775807n)],
    [400, 'invalid_body', () => client.pets.create({ name: '', categoryId: 2n ** 63n })],
    [400, 'invalid_parameter', () => client.pets.list({ limit: 101 }).pages().next()],
    [401, 'invalid_api_key', () => new PetstoreClient({ baseUrl, apiKey: 'wrong' }).pets.get(1)],
    [404, 'route_not_found', () => new PetstoreClient({ baseUrl: service.address, apiKey }).pets.get(1)],
  ])('throws PetstoreError with the status and code of the service: %i %s', async (status, code, call) => {
    const error = await call().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PetstoreError);
    expect(error).toMatchObject({ status, code, requestId: expect.any(String) });
  });

  describe('a create whose response is lost', () => {
    const listByName = async (name: string) => (await collect(client.pets.list())).filter((pet) => pet.name === name);

    /** Returns a `fetch` that throws instead of returning each of the first `count` responses. */
    const fetchLosing = (count: number) => async (input: string | URL | Request, init?: RequestInit) => {
      const response = await fetch(input, init);
      if (count-- > 0) throw new TypeError('fetch failed');
      return response;
    };

    it('is retried and creates one animal', async () => {
      const lossyClient = new PetstoreClient({ baseUrl, apiKey, fetch: fetchLosing(2) });
      const pet = await lossyClient.pets.create({ name: 'Lost twice', categoryId: 1 });
      expect(await listByName('Lost twice')).toEqual([pet]);
    });

    it('can be repeated by another client with the same idempotency key', async () => {
      const options = { idempotencyKey: 'intake-1' };
      const lossyClient = new PetstoreClient({ baseUrl, apiKey, retries: 0, fetch: fetchLosing(1) });
      const lost = lossyClient.pets.create({ name: 'Lost', categoryId: 1 }, options);
      await expect(lost).rejects.toMatchObject({ code: 'network_error' });
      const pet = await client.pets.create({ name: 'Lost', categoryId: 1 }, options);
      expect(await listByName('Lost')).toEqual([pet]);
      const other = client.pets.create({ name: 'Found', categoryId: 1 }, options);
      await expect(other).rejects.toMatchObject({ status: 422, code: 'idempotency_mismatch' });
    });
  });

  it('throws network_error if the connection is refused', async () => {
    // Port 2 is privileged, so a process of another test cannot listen on it.
    const port = 2;
    const refusedClient = new PetstoreClient({ baseUrl: `http://127.0.0.1:${port}/v1`, apiKey, retries: 1 });
    const message = `No response: connect ECONNREFUSED 127.0.0.1:${port}`;
    await expect(refusedClient.pets.get(1)).rejects.toMatchObject({ code: 'network_error', status: 0, message });
  });
});

describe('the packed client, installed in an empty project', () => {
  let project: Installation;

  beforeAll(async () => {
    project = await installedClient();
  });

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

  it.each([
    ['import', 'program.mjs', "import { PetstoreClient, PetstoreError } from '@petstore/client';"],
    ['require', 'program.cjs', "const { PetstoreClient, PetstoreError } = require('@petstore/client');"],
  ])('runs by %s', async (_, file, head) => {
    const { exitCode, stdout, stderr } = await project.run(file, head + program, {
      BASE_URL: baseUrl,
      API_KEY: apiKey,
    });
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 0,
      stdout: 'Rex 9007199254740993n number\ntrue PetstoreError pet_not_found\n',
      stderr: '',
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
// @ts-expect-error not a status
client.pets.list({ status: 'adopted' });
// @ts-expect-error a name must be a string
void client.pets.create({ name: 7, categoryId: 7 });
export const isGone = (error: unknown) => error instanceof PetstoreError && error.code === 'pet_not_found';
`;

  const types = "import { PetstoreClient, PetstoreError, type Int64, type Pet } from '@petstore/client';";

  it.each([
    ['an ES module for browsers', 'program.mts', { module: 'nodenext', lib: ['es2023', 'dom'], types: [] }],
    ['an ES module for Node', 'program.mts', { module: 'nodenext', lib: ['es2023'], types: ['node'] }],
    ['a CommonJS module for Node', 'program.cts', { module: 'nodenext', lib: ['es2023'], types: ['node'] }],
    ['a bundler', 'program.ts', { module: 'preserve', lib: ['es2023', 'dom'], types: [] }],
  ])('has types for %s', async (_, file, options) => {
    expect(await project.compile(file, types + typed, options)).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });

  it('contains only files that its users need', () => {
    expect(project.packages).toEqual(['@petstore/client']);
    const otherFiles = project.files.filter((file) => !/^(dist\/(cjs|esm)|src)\/[\w.-]+$/.test(file));
    expect(otherFiles).toEqual(['LICENSE', 'README.md', 'package.json']);
    expect(project.files.filter((file) => /spec|testing|tsbuildinfo/.test(file))).toEqual([]);
  });
});
