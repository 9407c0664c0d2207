import { idempotencyPersistence } from '@petstore/database';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { Client, createPet, getPet, listPets, type ApiRequest } from '@petstore/driver';
import { petsPersistence } from '@petstore/pets-infrastructure';
import { petstore, type DatabaseLocation, type ServiceProcess } from '@petstore/processes';
import type { DataSource } from 'typeorm';
import { startService } from './testing/start-service.ts';

const rex = { name: 'Rex', categoryId: 7 };

/** Requests that wait for one lock: many times the connections of the pool. */
const waitingRequests = 300;

/** In milliseconds. Short, so that a request of another client fails if it waits for a connection. */
const timeouts = {
  DATABASE_STATEMENT_TIMEOUT: '8000',
};

let database: TestDatabase;
let dataSource: DataSource;
let service: ServiceProcess;
let busyKey: string;
let other: Client;
let petId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await database.open([idempotencyPersistence, petsPersistence]);
  const location: DatabaseLocation = { DATABASE_URL: database.url };
  service = await startService(location, { ...timeouts, BETA: 'on' });
  const issueKey = async (name: string) => (await petstore(location, 'keys', 'issue', name)).stdout.trim();
  busyKey = await issueKey('busy');
  other = new Client(() => service.address, await issueKey('other'));
  petId = (JSON.parse((await other.send(createPet(rex))).text) as { id: number }).id;
});

afterAll(async () => {
  other?.close();
  await service?.end('SIGTERM');
  await database?.drop();
});

/** Returns the statuses of gets, lists and creates of the other client, one after another. */
async function statusesOfOther(): Promise<number[]> {
  const statuses: number[] = [];
  for (let round = 0; round < 5; round++) {
    for (const request of [getPet(petId), listPets(), createPet(rex)])
      statuses.push((await other.send(request)).status);
  }
  return statuses;
}

/**
 * Sends `request` on many connections while another transaction holds the lock for which it waits.
 * @param lock statement that takes the lock
 * @returns the statuses of another client during the wait, and of the requests after it
 */
async function whileAllWait(lock: string, request: ApiRequest) {
  const locking = dataSource.createQueryRunner();
  await locking.startTransaction();
  await locking.query(lock);
  const clients = Array.from({ length: waitingRequests }, () => new Client(() => service.address, busyKey));
  const waiting = Promise.all(clients.map((client) => client.send(request)));
  await untilStatementWaits();
  const others = await statusesOfOther();
  await locking.rollbackTransaction();
  await locking.release();
  const statuses = new Set((await waiting).map(({ status }) => status));
  for (const client of clients) client.close();
  return { others: new Set(others), statuses };
}

async function untilStatementWaits(): Promise<void> {
  const lockWaiters = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  while ((await dataSource.query<unknown[]>(lockWaiters)).length === 0);
}

it('300 updates of one locked animal leave connections for another client', async () => {
  const update: ApiRequest = { method: 'PATCH', path: `/v1/pets/${petId}`, body: '{"name":"Tom"}' };
  const { others, statuses } = await whileAllWait(`SELECT FROM pets WHERE id = ${petId} FOR UPDATE`, update);
  expect(others).toEqual(new Set([200, 201]));
  expect(statuses).toContain(200);
  for (const status of statuses) expect([200, 503]).toContain(status);
});

it('300 creates with one locked Idempotency-Key leave connections for another client', async () => {
  const lock = "INSERT INTO idempotency_keys SELECT public_id, 'a-key', '', 0 FROM api_keys WHERE name = 'busy'";
  const { others, statuses } = await whileAllWait(lock, createPet(rex, 'a-key'));
  expect(others).toEqual(new Set([200, 201]));
  expect(statuses).toContain(201);
  for (const status of statuses) expect([201, 503]).toContain(status);
});
