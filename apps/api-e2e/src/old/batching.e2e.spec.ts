import { once } from 'node:events';
import { Agent, request, type ClientRequest } from 'node:http';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { petstore, type ServiceProcess } from '@petstore/processes';
import { startService } from './testing/start-service.ts';

/** Number of clients that send at the same time, each on its own connection. */
const clients = 64;

/** Maximum number of statements for all clients together: one for the operation and a few others, such as the check of the key. */
const maxStatements = 8;

const agent = new Agent({ keepAlive: true, maxSockets: clients });

let database: TestDatabase;
let service: ServiceProcess;
let metricsUrl: string;
let headers: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  service = await startService({ DATABASE_URL: database.url }, { METRICS_PORT: '0' });
  const { stdout: key } = await petstore({ DATABASE_URL: database.url }, 'keys', 'issue', 'batching');
  headers = { Authorization: `Bearer ${key.trim()}`, 'Content-Type': 'application/json' };
  metricsUrl = JSON.parse(await service.waitForLog('metrics listening')).address;
});

afterAll(async () => {
  agent.destroy();
  await service?.end('SIGKILL');
  await database?.drop();
});

/** Returns the number of statements so far. Each statement takes one connection from the pool, and nothing else does. */
async function countStatements(): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  return Number(/^petstore_pool_wait_seconds_count (\d+)$/m.exec(text)?.[1] ?? 0);
}

function send(path: string, body: string | undefined): ClientRequest {
  const method = body === undefined ? 'GET' : 'POST';
  return request(service.address + path, { agent, method, headers }).end(body);
}

async function statusOf(sent: ClientRequest): Promise<number> {
  const [response] = await once(sent, 'response');
  await once(response.resume(), 'end');
  return response.statusCode;
}

/**
 * Sends one request per client while the service is paused, so that it reads all of them in one event-loop iteration.
 * @returns the statuses
 */
async function sendTogether(path: string, body: string | undefined): Promise<number[]> {
  await service.pause();
  const requests = Array.from({ length: clients }, () => send(path, body));
  const responses = Promise.all(requests.map(statusOf));
  await Promise.all(requests.map((each) => once(each, 'finish')));
  service.resume();
  return responses;
}

it.each([
  ['creates', 201, '/v1/pets', '{"name":"Rex","categoryId":7}'],
  ['gets', 200, '/v1/pets/1', undefined],
  ['lists', 200, '/v1/pets?limit=5', undefined],
])('the service executes %s that arrive at the same time in one statement', async (_name, status, path, body) => {
  // Opens the connections first, because the service accepts them in several event-loop iterations.
  await Promise.all(Array.from({ length: clients }, () => statusOf(send(path, body))));
  const before = await countStatements();
  const responses = await sendTogether(path, body);
  expect(new Set(responses)).toEqual(new Set([status]));
  expect((await countStatements()) - before).toBeLessThanOrEqual(maxStatements);
});
