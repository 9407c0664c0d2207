import { idempotencyPersistence } from '@petstore/database';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { petsPersistence } from '@petstore/pets-infrastructure';
import { petstore, type DatabaseLocation, type ServiceProcess } from '@petstore/processes';
import type { DataSource, QueryRunner } from 'typeorm';
import { PetsClient } from './testing/pets-client.ts';
import { startService } from './testing/start-service.ts';

const rex = { name: 'Rex', categoryId: 7 };

let database: TestDatabase;
let dataSource: DataSource;
let location: DatabaseLocation;
let service: ServiceProcess;
let apiKey: string;

beforeEach(async () => {
  database = await createTestDatabase();
  dataSource = await database.open([idempotencyPersistence, petsPersistence]);
  location = { DATABASE_URL: database.url };
  service = await startService(location);
  apiKey = await issueKey();
});

afterEach(async () => {
  await service?.end('SIGTERM');
  await database?.drop();
});

async function issueKey(): Promise<string> {
  return (await petstore(location, 'keys', 'issue', 'a client')).stdout.trim();
}

const create = (idempotencyKey: string, newPet: object = rex, key = apiKey) =>
  post('/v1/pets', idempotencyKey, newPet, key);

/** Sends a create. Returns the status, the Location header and the body of the response. */
async function post(path: string, idempotencyKey: string, body: object, key = apiKey) {
  const response = await new PetsClient(service.address, key).send(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
    body: JSON.stringify(body),
  });
  return { status: response.status, location: response.headers.get('Location'), body: await response.json() };
}

const listPets = () => new PetsClient(service.address, apiKey).all();

async function killAndRestart(): Promise<void> {
  await service.end('SIGKILL');
  service = await startService(location);
}

describe('50 creates with one key while the service is killed', () => {
  const clients = Array.from({ length: 50 });

  /**
   * Sends one create per client, and kills the service.
   * @param untilKill the service is killed when the promise that it returns is fulfilled
   * @returns the responses that arrived
   */
  async function attemptAll(untilKill: (attempts: Promise<unknown>[]) => Promise<unknown>) {
    const attempts = clients.map(() => create('a-key'));
    const outcomes = Promise.allSettled(attempts);
    await untilKill(attempts);
    await killAndRestart();
    return (await outcomes).flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  }

  /** Repeats the create of each client. Expects one animal, and equal responses before and after the kill. */
  async function expectOneAnimal(earlyResponses: unknown[]): Promise<void> {
    const repeatedResponses = await Promise.all(clients.map(() => create('a-key')));
    const [pet] = await listPets();
    const created = {
      status: 201,
      location: `/v1/pets/${pet?.id}`,
      body: { ...rex, id: pet?.id, status: 'available' },
    };
    for (const response of [...earlyResponses, ...repeatedResponses]) expect(response).toEqual(created);
    expect(await listPets()).toEqual([pet]);
  }

  it('create one animal and get the same response, if one attempt got its response before the kill', async () => {
    const earlyResponses = await attemptAll((attempts) => Promise.race(attempts));
    expect(earlyResponses.length).toBeGreaterThanOrEqual(1);
    await expectOneAnimal(earlyResponses);
  });

  it('create one animal if no attempt got a response and the statements are still running', async () => {
    const lock: QueryRunner = dataSource.createQueryRunner();
    await lock.startTransaction();
    await lock.query('LOCK TABLE pets IN SHARE ROW EXCLUSIVE MODE');
    const earlyResponses = await attemptAll((attempts) => waitForBlockedStatement(Promise.allSettled(attempts)));
    expect(earlyResponses).toEqual([]);
    // These backends continue, because PostgreSQL does not detect that the client has ended while a statement waits for a lock.
    const orphanedBackends = await waitingBackends();
    const repeating = expectOneAnimal(earlyResponses);
    await waitForBlockedStatement(repeating, orphanedBackends);
    await lock.rollbackTransaction();
    await lock.release();
    await repeating;
  });
});

/** Returns the process ids of the backends that wait for a lock. */
async function waitingBackends(): Promise<number[]> {
  const backends = await dataSource.query<{ pid: number }[]>(
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return backends.map(({ pid }) => pid);
}

/**
 * Waits until a backend other than `others` waits for a lock. It does not compare the number of backends, because those of a
 * killed service end at the lock timeout.
 * @throws Error if the requests end first
 */
async function waitForBlockedStatement(requests: Promise<unknown>, others: readonly number[] = []): Promise<void> {
  let haveEnded = false;
  const end = () => (haveEnded = true);
  requests.then(end, end);
  while (!(await waitingBackends()).some((pid) => !others.includes(pid))) {
    if (!haveEnded) continue;
    await requests;
    throw new Error('the requests ended, and no statement waited for a lock');
  }
}

it('a key of createPet is refused by placeOrder, and the reverse', async () => {
  await service.end('SIGTERM');
  service = await startService(location, { BETA: 'on' });
  const created = await create('pet-key');
  const place = (idempotencyKey: string) =>
    post('/v1/store/orders', idempotencyKey, { petId: (created.body as { id: number }).id });
  const mismatch = { status: 422, body: { code: 'idempotency_mismatch' } };
  expect(await place('pet-key')).toMatchObject(mismatch);
  const placed = await place('order-key');
  expect(placed).toMatchObject({ status: 201, body: { status: 'placed' } });
  expect(await create('order-key')).toMatchObject(mismatch);
  expect([await create('pet-key'), await place('order-key')]).toEqual([created, placed]);
  expect(await listPets()).toEqual([{ ...rex, id: 1, status: 'pending' }]);
});

it('idempotency keys survive a restart, and each API key has its own', async () => {
  const [first, another] = [await create('a-key'), await issueKey()];
  await killAndRestart();
  expect(await create('"a-key"', { ...rex, status: 'available' })).toEqual(first);
  expect(await create('a-key', { ...rex, name: 'Tom' })).toMatchObject({
    status: 422,
    body: { code: 'idempotency_mismatch' },
  });
  const { body } = await create('a-key', rex, another);
  expect(await listPets()).toEqual([first.body, body]);
});

it('a repeat gets 409 if the first create runs longer than the lock timeout, and creates the animal after a rollback', async () => {
  await service.end('SIGTERM');
  // The lock timeout is 90 % of the statement timeout: 2.7 s.
  service = await startService(location, { DATABASE_STATEMENT_TIMEOUT: '3000' });
  await dataSource.transaction(async (first) => {
    await first.query("INSERT INTO idempotency_keys SELECT public_id, 'a-key', '', 0 FROM api_keys");
    expect(await create('a-key')).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
    await first.query('DELETE FROM idempotency_keys');
  });
  expect(await create('a-key')).toMatchObject({ status: 201, body: rex });
  expect(await listPets()).toHaveLength(1);
});
