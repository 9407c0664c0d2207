import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { petstore, type ServiceProcess } from '@petstore/processes';
import { startService } from './testing/start-service.ts';

let database: TestDatabase;
let service: ServiceProcess;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(async () => {
  await service?.end('SIGKILL');
  await database?.drop();
});

/** A log line. */
interface LogLine {
  readonly msg: string;
  readonly address?: string;
  readonly requestId?: string;
}

const logLines = () => service.log.map((line) => JSON.parse(line) as LogLine);

async function start(): Promise<{ metrics: string; headers: Record<string, string> }> {
  service = await startService({ DATABASE_URL: database.url }, { METRICS_PORT: '0' });
  const { stdout: key } = await petstore({ DATABASE_URL: database.url }, 'keys', 'issue', 'metrics');
  const metrics = logLines().find(({ msg }) => msg === 'metrics listening')?.address ?? '';
  return { metrics, headers: { Authorization: `Bearer ${key.trim()}` } };
}

async function scrape(address: string): Promise<string> {
  const response = await fetch(address);
  expect(response.status).toBe(200);
  return response.text();
}

it('the service logs the address of its metrics, and measures requests and the connection pool', async () => {
  const { metrics, headers } = await start();
  expect(metrics).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*\/metrics$/);
  expect(new URL(metrics).port).not.toBe(new URL(service.address).port);
  expect((await fetch(`${service.address}/v1/pets`, { headers })).status).toBe(200);
  const text = await scrape(metrics);
  expect(text).toMatch(/^petstore_http_requests_total\{method="GET",route="\/v1\/pets",status="200"\} 1$/m);
  expect(text).toMatch(/^petstore_pool_connections\{state="idle"\} [1-9]$/m);
  expect(text).toMatch(/^petstore_pool_connections_limit [1-9]\d*$/m);
  expect(text).toMatch(/^petstore_pool_wait_seconds_count [1-9]\d*$/m);
  expect(await service.end('SIGTERM')).toBe(0);
  await expect(fetch(metrics)).rejects.toThrow();
});

it('the service serves metrics while the database is not available', async () => {
  const { metrics, headers } = await start();
  await database.drop();
  expect((await fetch(`${service.address}/v1/pets`, { headers })).status).toBe(503);
  expect(await scrape(metrics)).toMatch(/^petstore_http_requests_total\{.*route="\/v1\/pets",status="503"\} 1$/m);
  // `afterEach` drops a database.
  database = await createTestDatabase();
});

it('the service writes all log lines before it exits', async () => {
  const { headers } = await start();
  const ids = Array.from({ length: 50 }, (_, index) => `line/${index}`);
  const requests = ids.map((id) =>
    fetch(`${service.address}/v1/pets`, { headers: { ...headers, 'X-Request-Id': id } }),
  );
  for (const response of await Promise.all(requests)) await response.arrayBuffer();
  expect(await service.end('SIGTERM')).toBe(0);
  const written = logLines().filter(({ msg }) => msg === 'request');
  expect(written.map(({ requestId }) => requestId)).toEqual(expect.arrayContaining(ids));
});
