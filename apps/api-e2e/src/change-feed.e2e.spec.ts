import { createTestDatabase, OwnServer, type TestDatabase } from '@petstore/database/testing';
import { petstore, type ServiceProcess } from '@petstore/processes';
import type { DataSource } from 'typeorm';
import { startService } from './testing/start-service.ts';
import { waitForWaitingRequests } from './testing/waiting-requests.ts';

// A transaction in any database of the server delays the feed, so that these tests need a server that nothing else uses.
let server: OwnServer;
let database: TestDatabase;
let dataSource: DataSource;
let service: ServiceProcess;
let headers: Record<string, string>;

beforeAll(async () => {
  server = await OwnServer.start();
});

beforeEach(async () => {
  database = await createTestDatabase(server.url);
  const location = { DATABASE_URL: database.url };
  service = await startService(location, { BETA: 'on', METRICS_PORT: '0' });
  const { stdout: key } = await petstore(location, 'keys', 'issue', 'mirror');
  headers = { Authorization: `Bearer ${key.trim()}` };
  dataSource = await database.open([]);
});

afterEach(async () => {
  await service?.end('SIGKILL');
  await database?.drop();
});

afterAll(() => server?.remove());

interface Page {
  readonly status: number;
  readonly names: readonly string[];
  readonly connection: string | null;
  /** Path of the next page. */
  readonly next: string;
}

async function get(path: string): Promise<Page> {
  const response = await fetch(`${service.address}${path}`, { headers });
  const names = ((await response.json()) as { name: string }[]).map(({ name }) => name);
  const [, next = ''] = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '') ?? [];
  return { status: response.status, names, connection: response.headers.get('connection'), next };
}

const pathOfPresent = async () => (await get('/v1/pets/changes?wait=30')).next;

const insert = "INSERT INTO pets (name, category_id, status) VALUES ($1, 1, 'available')";

/** Waits until this number of requests wait. */
const whenWaiting = (count: number) => waitForWaitingRequests(service, count);

it('a wait ends with the change that another connection commits, for all clients', async () => {
  const path = await pathOfPresent();
  const pages = Promise.all(Array.from({ length: 5 }, () => get(path)));
  await whenWaiting(5);
  await dataSource.query(insert, ['Rex']);
  for (const page of await pages) expect(page).toMatchObject({ status: 200, names: ['Rex'] });
});

it('a wait does not end with a change while an earlier transaction that writes is open, and then gets both', async () => {
  const path = await pathOfPresent();
  const open = dataSource.createQueryRunner();
  await open.startTransaction();
  await open.query(insert, ['first']);
  const page = get(path.replace('wait=30', 'wait=2'));
  await whenWaiting(1);
  await dataSource.query(insert, ['second']);
  expect(await page).toMatchObject({ status: 200, names: [] });
  const next = get((await page).next);
  await whenWaiting(1);
  await open.commitTransaction();
  await open.release();
  expect(await next).toMatchObject({ names: ['first', 'second'] });
});

it('a stop of the service ends a wait at once with an empty page', async () => {
  const path = await pathOfPresent();
  const page = get(path);
  await whenWaiting(1);
  const ending = service.end('SIGTERM');
  expect(await page).toEqual({ status: 200, names: [], connection: 'close', next: path });
  expect(await ending).toBe(0);
});

it('a wait continues while PostgreSQL is killed and starts again, and gets the next change', async () => {
  const path = await pathOfPresent();
  const page = get(path);
  await whenWaiting(1);
  await server.kill();
  for (;;) {
    const isInserted = await dataSource.query(insert, ['Rex']).then(
      () => true,
      () => false,
    );
    if (isInserted) break;
  }
  expect(await page).toMatchObject({ status: 200, names: ['Rex'] });
});
