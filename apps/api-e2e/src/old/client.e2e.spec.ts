import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { PetstoreClient, PetstoreError, type Pet } from '@petstore/client';
import { petstore, type DatabaseLocation, type ServiceProcess } from '@petstore/processes';
import { fetchLosing } from './testing/fetch-losing.ts';
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
    [404, 'route_not_found', () => new PetstoreClient({ baseUrl: `${service.address}/other/v1`, apiKey }).pets.get(1)],
  ])('throws PetstoreError with the status and code of the service: %i %s', async (status, code, call) => {
    const error = await call().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PetstoreError);
    expect(error).toMatchObject({ status, code, requestId: expect.any(String) });
  });

  describe('a create whose response is lost', () => {
    const listByName = async (name: string) => (await collect(client.pets.list())).filter((pet) => pet.name === name);

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
