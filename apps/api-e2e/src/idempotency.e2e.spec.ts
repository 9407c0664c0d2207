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
let place: DatabaseLocation;
let service: ServiceProcess;
let apiKey: string;

beforeEach(async () => {
  database = await createTestDatabase();
  dataSource = await database.open([idempotencyPersistence, petsPersistence]);
  place = { DATABASE_URL: database.url };
  service = await startService(place);
  apiKey = await issueKey();
});

afterEach(async () => {
  await service?.end('SIGTERM');
  await database?.drop();
});

async function issueKey(): Promise<string> {
  return (await petstore(place, 'keys', 'issue', 'a client')).stdout.trim();
}

/** Sends a create. @returns the parts of the response that depend on the result */
async function create(idempotencyKey: string, newPet: object = rex, by = apiKey) {
  const response = await new PetsClient(service.address, by).send('/v1/pets', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
    body: JSON.stringify(newPet),
  });
  return { status: response.status, location: response.headers.get('Location'), body: await response.json() };
}

const kept = () => new PetsClient(service.address, apiKey).all();

async function killAndRestart(): Promise<void> {
  await service.end('SIGKILL');
  service = await startService(place);
}

describe('50 creates with one key while the service is killed', () => {
  const clients = Array.from({ length: 50 });

  /** Sends the first attempts and kills the service when `dying` is fulfilled. @returns the responses that arrived */
  async function attemptAll(dying: (attempts: Promise<unknown>[]) => Promise<unknown>) {
    const attempts = clients.map(() => create('a-key'));
    const outcomes = Promise.allSettled(attempts);
    await dying(attempts);
    await killAndRestart();
    return (await outcomes).flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  }

  async function expectOneAnimal(answered: unknown[]): Promise<void> {
    const repeated = await Promise.all(clients.map(() => create('a-key')));
    const [pet] = await kept();
    const created = {
      status: 201,
      location: `/v1/pets/${pet?.id}`,
      body: { ...rex, id: pet?.id, status: 'available' },
    };
    for (const answer of [...answered, ...repeated]) expect(answer).toEqual(created);
    expect(await kept()).toEqual([pet]);
  }

  it('create one animal and get the same response, if one was answered before', async () => {
    const answered = await attemptAll((attempts) => Promise.race(attempts));
    expect(answered.length).toBeGreaterThanOrEqual(1);
    await expectOneAnimal(answered);
  });

  it('create one animal if none was answered and the statements are still running', async () => {
    const holding: QueryRunner = dataSource.createQueryRunner();
    await holding.startTransaction();
    await holding.query('LOCK TABLE pets IN SHARE ROW EXCLUSIVE MODE');
    const answered = await attemptAll((attempts) => untilOneWaits(Promise.allSettled(attempts)));
    expect(answered).toEqual([]);
    // PostgreSQL does not detect the end of the client while a statement waits for a lock.
    const left = await waiting();
    const repeating = expectOneAnimal(answered);
    await untilOneWaits(repeating, left);
    await holding.rollbackTransaction();
    await holding.release();
    await repeating;
  });
});

/** The process ids of the backends that wait for a lock. */
async function waiting(): Promise<number[]> {
  const backends = await dataSource.query<{ pid: number }[]>(
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return backends.map(({ pid }) => pid);
}

/**
 * Waits until a backend other than `others` waits for a lock. Their number is not enough, because the backends of a killed
 * service end at the lock timeout.
 * @throws Error if the requests end before
 */
async function untilOneWaits(requests: Promise<unknown>, others: readonly number[] = []): Promise<void> {
  let isOver = false;
  const end = () => (isOver = true);
  requests.then(end, end);
  while (!(await waiting()).some((pid) => !others.includes(pid))) {
    if (!isOver) continue;
    await requests;
    throw new Error('the requests ended, and no statement waited for a lock');
  }
}

it('keeps idempotency keys after a restart, per API key', async () => {
  const [first, another] = [await create('a-key'), await issueKey()];
  await killAndRestart();
  expect(await create('"a-key"', { ...rex, status: 'available' })).toEqual(first);
  expect(await create('a-key', { ...rex, name: 'Tom' })).toMatchObject({
    status: 422,
    body: { code: 'idempotency_mismatch' },
  });
  const { body } = await create('a-key', rex, another);
  expect(await kept()).toEqual([first.body, body]);
});

it('answers 409 while the first create runs longer than the lock timeout, and creates after a rollback', async () => {
  await service.end('SIGTERM');
  // The lock timeout is 90 % of this.
  service = await startService(place, { DATABASE_STATEMENT_TIMEOUT: '3000' });
  await dataSource.transaction(async (first) => {
    await first.query("INSERT INTO idempotency_keys SELECT public_id, 'a-key', '', 0 FROM api_keys");
    expect(await create('a-key')).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
    await first.query('DELETE FROM idempotency_keys');
  });
  expect(await create('a-key')).toMatchObject({ status: 201, body: rex });
  expect(await kept()).toHaveLength(1);
});
