import { closeSync, existsSync, openSync } from 'node:fs';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { freePorts, relaxedTimeouts, ServiceProcess } from '@petstore/processes';
import { startService } from './testing/start-service.ts';

let database: TestDatabase;
let service: ServiceProcess;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(async () => {
  await service?.end('SIGKILL');
  await database.drop();
});

async function expectNotFound(requestId: string): Promise<void> {
  const response = await fetch(`${service.address}/nothing`, { headers: { 'X-Request-Id': requestId } });
  expect(response.status).toBe(404);
  await response.text();
}

const itWithFullDevice = existsSync('/dev/full') ? it : it.skip;

itWithFullDevice('the service starts, serves and stops if standard output is a full disk', async () => {
  const [port] = await freePorts(1);
  const env = { ...relaxedTimeouts, PORT: port! };
  const full = openSync('/dev/full', 'w');
  try {
    service = await ServiceProcess.startWithOutput({ DATABASE_URL: database.url }, env, full);
    expect((await fetch(`${service.address}/v1/pets`)).status).toBe(401);
    expect(await service.end('SIGTERM')).toBe(0);
  } finally {
    closeSync(full);
  }
});

it('the service serves requests while its log is not read, and writes every line later', async () => {
  service = await startService({ DATABASE_URL: database.url });
  service.isLogRead = false;
  // The lines are larger than the buffer of the pipe.
  const ids = Array.from({ length: 2_000 }, (_, number) => String(number).padStart(128, '0'));
  for (let from = 0; from < ids.length; from += 100) {
    await Promise.all(ids.slice(from, from + 100).map(expectNotFound));
  }
  service.isLogRead = true;
  expect(await service.end('SIGTERM')).toBe(0);
  const logged = service.log.map((line) => (JSON.parse(line) as { requestId?: string }).requestId);
  expect(logged.filter((id) => id !== undefined).sort()).toEqual(ids);
});

it('the service serves requests after the reader of its log has closed the pipe', async () => {
  service = await startService({ DATABASE_URL: database.url });
  service.closeLog();
  for (let number = 0; number < 10; number++) {
    expect((await fetch(`${service.address}/v1/pets`)).status).toBe(401);
  }
  expect(await service.end('SIGTERM')).toBe(0);
});
