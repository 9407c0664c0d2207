import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { petstore, ServiceProcess } from '@petstore/processes';

/** Clients that ask at the same time, and how often each. */
const clients = 64;
const times = 20;

/** Far below what is seen (some 20 to 30), and far above what is left where nothing is shared. */
const leastShared = 4;

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
  await service.end('SIGKILL');
  await database.drop();
});

/** Each statement takes a connection from the pool, and nothing else does. */
async function statements(): Promise<number> {
  const text = await (await fetch(metrics)).text();
  return Number(/^petstore_pool_wait_seconds_count (\d+)$/m.exec(text)?.[1] ?? 0);
}

const create = { method: 'POST', body: '{"name":"Rex","categoryId":7}' };

it.each([
  ['creates', '/v1/pets', create],
  ['gets', '/v1/pets/1', {}],
  ['lists', '/v1/pets?limit=5', {}],
])('shares a statement among %s that come at the same time', async (_name, path, init) => {
  const before = await statements();
  const client = async () => {
    for (let time = 0; time < times; time++) {
      const answer = await fetch(service.address + path, { ...init, headers });
      await answer.text();
      expect([200, 201]).toContain(answer.status);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  expect((clients * times) / ((await statements()) - before)).toBeGreaterThan(leastShared);
});
