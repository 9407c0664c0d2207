import { connectDatabase, createTestDatabase, OwnServer, type TestDatabase } from '@petstore/database/testing';
import { PetstoreClient, type Pet, type PetChanges } from '@petstore/client';
import { freePorts, petstore, type ServiceProcess } from '@petstore/processes';
import type { DataSource } from 'typeorm';
import { CuttingProxy } from './testing/cutting-proxy.ts';
import { InMemoryMirror } from './testing/in-memory-mirror.ts';
import { startService } from './testing/start-service.ts';

// A transaction in any database of the server delays the feed, so that these tests need a server that nothing else uses.
let server: OwnServer;
let database: TestDatabase;
let dataSource: DataSource;
let port: string;
let service: ServiceProcess;
let apiKey: string;
let keyId: string;
let client: PetstoreClient;
let controller: AbortController;

const enough = new Error('enough');

beforeAll(async () => {
  server = await OwnServer.start();
});

beforeEach(async () => {
  database = await createTestDatabase(server.url);
  [port = ''] = await freePorts(1);
  await start();
  const { stdout, stderr } = await petstore({ DATABASE_URL: database.url }, 'keys', 'issue', 'mirror');
  apiKey = stdout.trim();
  [, keyId = ''] = /issued (key_\w+) for/.exec(stderr)!;
  client = new PetstoreClient({ baseUrl: `${service.address}/v1`, apiKey });
  dataSource = await database.open([]);
  controller = new AbortController();
});

afterEach(async () => {
  controller.abort(enough);
  await service?.end('SIGKILL');
  await database?.drop();
});

afterAll(() => server?.remove());

/** Starts the service, always on the same address. */
async function start(url = database.url): Promise<void> {
  service = await startService({ DATABASE_URL: url }, { BETA: 'on', METRICS_PORT: '0', PORT: port });
}

/** Adds an animal without the service. */
async function insert(name: string): Promise<Pet> {
  const statement = "INSERT INTO pets (name, category_id, status) VALUES ($1, 1, 'available') RETURNING id";
  const [{ id }] = await dataSource.query<[{ id: string }]>(statement, [name]);
  return { id: Number(id), name, categoryId: 1, status: 'available' };
}

/** Returns the position before the next change. */
async function cursorOfPresent(): Promise<string> {
  return (await client.pets.changes().next()).value.cursor;
}

function changes(since: string, changesClient = client): AsyncGenerator<PetChanges, never, undefined> {
  return changesClient.pets.changes({ since, limit: 2, pollInterval: 20, signal: controller.signal });
}

/** Starts a mirror. Its promise is fulfilled with the error that ends it. */
function mirror(store: InMemoryMirror, mirrorClient = client): Promise<unknown> {
  return mirrorClient.pets
    .mirror(store, { pollInterval: 20, signal: controller.signal })
    .catch((error: unknown) => error);
}

async function allPets(): Promise<Pet[]> {
  const pets: Pet[] = [];
  for await (const pet of client.pets.list({ limit: 100 })) pets.push(pet);
  return pets;
}

it('changes yields each animal that was created, updated, ordered or cancelled, in its current state and exactly', async () => {
  const feed = changes(await cursorOfPresent());
  const rex = await client.pets.create({ name: 'Rex', categoryId: 9223372036854775807n });
  expect((await feed.next()).value.pets).toEqual([rex]);
  const updated = await client.pets.update(rex.id, { name: 'Max', categoryId: -9007199254740993n });
  expect((await feed.next()).value.pets).toEqual([updated]);
  const { id } = await client.orders.place({ petId: rex.id });
  expect((await feed.next()).value.pets).toEqual([{ ...updated, status: 'pending' }]);
  await client.orders.cancel(id);
  expect((await feed.next()).value.pets).toEqual([updated]);
});

it('changes continues after the cursor of each page', async () => {
  const since = await cursorOfPresent();
  const animals = [await insert('1'), await insert('2'), await insert('3')];
  const { value: first } = await changes(since).next();
  const { value: second } = await changes(first.cursor).next();
  expect([first.pets, second.pets]).toEqual([animals.slice(0, 2), animals.slice(2)]);
});

describe.each(['SIGKILL', 'SIGTERM'] as const)('a restart of the service after %s', (signal) => {
  it('does not end changes: the same iterator yields what changed meanwhile', async () => {
    const feed = changes(await cursorOfPresent());
    for (const name of ['first', 'second']) {
      const next = feed.next();
      await service.end(signal);
      const animal = await insert(name);
      await start();
      expect((await next).value.pets).toEqual([animal]);
    }
  });

  it('does not end mirror, and its copy gets what changed meanwhile', async () => {
    for (let index = 0; index < 150; index++) await insert(`Pet ${index}`);
    const store = new InMemoryMirror();
    void mirror(store);
    for (const name of ['first', 'second']) {
      await service.end(signal);
      const { id } = await insert(name);
      await dataSource.query("UPDATE pets SET status = 'sold' WHERE id = $1", [Number(id) - 1]);
      await start();
      await store.until(({ pets }) => pets.some((pet) => pet.name === name));
      expect(store.pets).toEqual(await allPets());
    }
    expect(store.resets).toBe(1);
  });
});

describe('connections that end in the middle of a body', () => {
  let proxy: CuttingProxy;
  let proxiedClient: PetstoreClient;

  beforeEach(async () => {
    proxy = await CuttingProxy.start(service.address);
    // The next request for the same page succeeds.
    let previous = '';
    proxy.isCut = (request) => {
      const [line = ''] = request.split('\r\n');
      const isRepeated = line === previous;
      previous = line;
      return !isRepeated;
    };
    proxiedClient = new PetstoreClient({ baseUrl: proxy.baseUrl, apiKey, retries: 0 });
  });

  afterEach(() => proxy?.stop());

  it('do not end changes, and no change is missing', async () => {
    const since = await cursorOfPresent();
    const animals = [await insert('1'), await insert('2'), await insert('3')];
    const feed = changes(since, proxiedClient);
    expect([...(await feed.next()).value.pets, ...(await feed.next()).value.pets]).toEqual(animals);
    expect(proxy.cuts).toBe(2);
  });

  it('do not end mirror, neither during the walk over the list nor afterwards', async () => {
    for (let index = 0; index < 250; index++) await insert(`Pet ${index}`);
    const store = new InMemoryMirror();
    void mirror(store, proxiedClient);
    await store.until(({ pets }) => pets.length === 250);
    const { id } = await insert('last');
    await store.until(({ pets }) => pets.at(-1)?.id === id);
    expect(store.pets).toEqual(await allPets());
    // The cursor, three pages of the list, and the first poll. Repeated polls are not cut.
    expect(proxy.cuts).toBeGreaterThanOrEqual(5);
  });
});

describe('a revoked key', () => {
  const revoked = { name: 'PetstoreError', status: 401, code: 'invalid_api_key' };

  const revoke = async () => {
    await petstore({ DATABASE_URL: database.url }, 'keys', 'revoke', keyId);
    await waitForRefusal();
  };

  /** An instance remembers a valid key for a second. */
  async function waitForRefusal(): Promise<void> {
    const headers = { Authorization: `Bearer ${apiKey}` };
    while ((await fetch(`${service.address}/v1/pets`, { headers })).status !== 401);
  }

  it('ends changes with its error', async () => {
    const next = changes(await cursorOfPresent()).next();
    await Promise.all([expect(next).rejects.toMatchObject(revoked), revoke()]);
  });

  it('ends mirror with its error, and the copy stays', async () => {
    const animal = await insert('before');
    const store = new InMemoryMirror();
    const ended = mirror(store);
    await store.until(({ pets }) => pets.length === 1);
    await revoke();
    const error = await ended;
    expect(error).toMatchObject(revoked);
    expect(store.pets).toEqual([animal]);
  });
});

describe('the promotion of a standby', () => {
  let standby: OwnServer;

  afterEach(async () => {
    await service.end('SIGKILL');
    await standby?.remove();
  });

  /** Replaces PostgreSQL by a standby that lacks the last animal, as after a failover of an asynchronous replication. */
  async function failOver(): Promise<void> {
    await service.end('SIGTERM');
    standby = await server.startStandby();
    const url = standby.url.replace(/\/\w+\?/, `${/\/\w+(?=\?)/.exec(database.url)![0]}?`);
    await standby.promote();
    const pets = await connectDatabase(url, []);
    await pets.query('DELETE FROM pets WHERE id = (SELECT max(id) FROM pets)');
    await pets.destroy();
    await start(url);
  }

  it('ends changes with cursor_gone', async () => {
    await insert('before');
    const next = changes(await cursorOfPresent()).next();
    const gone = { name: 'PetstoreError', status: 410, code: 'cursor_gone' };
    await Promise.all([expect(next).rejects.toMatchObject(gone), failOver()]);
  });

  it('makes mirror begin again, so that its copy equals the new primary', async () => {
    const kept = await insert('kept');
    const lost = await insert('lost');
    const store = new InMemoryMirror();
    void mirror(store);
    await store.until(({ pets }) => pets.length === 2);
    expect(store.pets).toEqual([kept, lost]);
    await failOver();
    await store.until(({ resets, pets }) => resets === 2 && pets.length === 1);
    expect(store.pets).toEqual([kept]);
  });
});
