import { once } from 'node:events';
import { Agent, request, type ClientRequest } from 'node:http';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { petstore, type ServiceProcess } from '@petstore/processes';
import { startService } from './testing/start-service.ts';

/** Number of clients that send at the same time, each on its own connection. */
const clients = 64;

/** Maximum number of statements for all clients: one for the operation and a few others, such as the check of the key. */
const maxStatements = 8;

const agent = new Agent({ keepAlive: true, maxSockets: clients });

let database: TestDatabase;
let service: ServiceProcess;
let metrics: string;
let headers: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  service = await startService({ DATABASE_URL: database.url }, { METRICS_PORT: '0' });
  const { stdout: key } = await petstore({ DATABASE_URL: database.url }, 'keys', 'issue', 'sharing');
  headers = { Authorization: `Bearer ${key.trim()}`, 'Content-Type': 'application/json' };
  metrics = JSON.parse(await service.waitForLog('metrics listening')).address;
});

afterAll(async () => {
  agent.destroy();
  await service?.end('SIGKILL');
  await database?.drop();
});

/** Counts statements: each takes one connection from the pool, and nothing else does. */
async function statements(): Promise<number> {
  const text = await (await fetch(metrics)).text();
  return Number(/^petstore_pool_wait_seconds_count (\d+)$/m.exec(text)?.[1] ?? 0);
}

function send(path: string, body: string | undefined): ClientRequest {
  const method = body === undefined ? 'GET' : 'POST';
  return request(service.address + path, { agent, method, headers }).end(body);
}

async function statusOf(sent: ClientRequest): Promise<number> {
  const [answer] = await once(sent, 'response');
  await once(answer.resume(), 'end');
  return answer.statusCode;
}

/** Sends one request per client so that the service reads all of them in one iteration of its event loop. @returns the statuses */
async function sendTogether(path: string, body: string | undefined): Promise<number[]> {
  await service.pause();
  const sent = Array.from({ length: clients }, () => send(path, body));
  const answers = Promise.all(sent.map(statusOf));
  await Promise.all(sent.map((each) => once(each, 'finish')));
  service.resume();
  return answers;
}

it.each([
  ['creates', 201, '/v1/pets', '{"name":"Rex","categoryId":7}'],
  ['gets', 200, '/v1/pets/1', undefined],
  ['lists', 200, '/v1/pets?limit=5', undefined],
])('shares a statement among %s that come at the same time', async (_name, status, path, body) => {
  // The first requests open the connections, which the service accepts one by one.
  await Promise.all(Array.from({ length: clients }, () => statusOf(send(path, body))));
  const before = await statements();
  const answers = await sendTogether(path, body);
  expect(new Set(answers)).toEqual(new Set([status]));
  expect((await statements()) - before).toBeLessThanOrEqual(maxStatements);
});
