import { Agent, request } from 'node:http';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { petstore, ServiceProcess } from '@petstore/processes';

/** Clients that ask at the same time, and how often each. */
const clients = 64;
const times = 20;

/** Callers of a statement, in the mean: far below what is seen (16 to 35), and above the one of where nothing is shared. */
const leastShared = 4;

const agent = new Agent({ keepAlive: true, maxSockets: clients });

let database: TestDatabase;
let service: ServiceProcess;
let metrics: string;
let headers: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  service = await ServiceProcess.start({ DATABASE_URL: database.url }, { METRICS_PORT: '0' });
  const { stdout: key } = await petstore({ DATABASE_URL: database.url }, 'keys', 'issue', 'sharing');
  headers = { Authorization: `Bearer ${key.trim()}`, 'Content-Type': 'application/json' };
  metrics = service.log.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'metrics listening').address;
});

afterAll(async () => {
  agent.destroy();
  await service.end('SIGKILL');
  await database.drop();
});

/** Each statement takes a connection from the pool, and nothing else does. */
async function statements(): Promise<number> {
  const text = await (await fetch(metrics)).text();
  return Number(/^petstore_pool_wait_seconds_count (\d+)$/m.exec(text)?.[1] ?? 0);
}

/** Answers the status. */
function ask(path: string, body: string | undefined): Promise<number> {
  const method = body === undefined ? 'GET' : 'POST';
  return new Promise((resolve, reject) => {
    const sent = request(service.address + path, { agent, method, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode!));
    });
    sent.on('error', reject).end(body);
  });
}

it.each([
  ['creates', 201, '/v1/pets', '{"name":"Rex","categoryId":7}'],
  ['gets', 200, '/v1/pets/1', undefined],
  ['lists', 200, '/v1/pets?limit=5', undefined],
])('shares a statement among %s that come at the same time', async (_name, status, path, body) => {
  const before = await statements();
  for (let time = 0; time < times; time++) {
    const answers = await Promise.all(Array.from({ length: clients }, () => ask(path, body)));
    expect(new Set(answers)).toEqual(new Set([status]));
  }
  expect((clients * times) / ((await statements()) - before)).toBeGreaterThan(leastShared);
});
