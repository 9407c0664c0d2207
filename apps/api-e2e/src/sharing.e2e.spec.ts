import { once } from 'node:events';
import { Agent, request, type ClientRequest } from 'node:http';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { petstore, type ServiceProcess } from '@petstore/processes';
import { startService } from './testing/service.ts';

/** Clients that ask at the same time, each on a connection of its own. */
const clients = 64;

/** Statements for all of them: one for the operation, and a few for what else the service does, such as checking the key. */
const mostStatements = 8;

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

/** Each statement takes a connection from the pool, and nothing else does. */
async function statements(): Promise<number> {
  const text = await (await fetch(metrics)).text();
  return Number(/^petstore_pool_wait_seconds_count (\d+)$/m.exec(text)?.[1] ?? 0);
}

function send(path: string, body: string | undefined): ClientRequest {
  const method = body === undefined ? 'GET' : 'POST';
  return request(service.address + path, { agent, method, headers }).end(body);
}

/** Answers the status. */
async function answerTo(sent: ClientRequest): Promise<number> {
  const [answer] = await once(sent, 'response');
  await once(answer.resume(), 'end');
  return answer.statusCode;
}

/** Answers what the clients were answered. The service reads all requests in one iteration of its event loop. */
async function askAtOnce(path: string, body: string | undefined): Promise<number[]> {
  await service.pause();
  const sent = Array.from({ length: clients }, () => send(path, body));
  const answers = Promise.all(sent.map(answerTo));
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
  await Promise.all(Array.from({ length: clients }, () => answerTo(send(path, body))));
  const before = await statements();
  const answers = await askAtOnce(path, body);
  expect(new Set(answers)).toEqual(new Set([status]));
  expect((await statements()) - before).toBeLessThanOrEqual(mostStatements);
});
