import { fromAnotherServer, Proxy } from '@petstore/database/testing';
import { CheckedClient } from './support/checked-client.ts';
import { Database, issueKey, petstore, processes, runService, startService } from './support/test-file.ts';

const rex = { name: 'Rex', categoryId: 7 };
const commands = [['migrate'], ['keys', 'issue', 'me'], ['keys', 'list'], ['seed'], ['export']];

let database: Database;
let proxy: Proxy;

beforeAll(async () => {
  database = await Database.create();
  expect(await petstore(database.location, 'migrate')).toMatchObject({ exitCode: 0 });
});

beforeEach(async () => {
  proxy = await Proxy.start(database.url);
});

afterEach(() => proxy.close());

const kinds = {
  'begins or ends transactions': () => (proxy.beginsTransactions = true),
  'sends reads to another server': () => {
    proxy.replace = (answer) =>
      answer.some(({ bytes }) => bytes.includes('standby\0')) ? undefined : fromAnotherServer(answer);
  },
};

it.each(Object.entries(kinds))(
  'the service and every command refuse a pooler that %s, in one line',
  async (kind, set) => {
    set();
    const location = { DATABASE_URL: proxy.url };
    const runs = [runService(location), ...commands.map((command) => petstore(location, ...command))];
    for (const { exitCode, stderr } of await Promise.all(runs)) {
      const line = stderr.trimEnd().split('\n').at(-1);
      expect(line).toContain(`petstore: a pooler between this program and PostgreSQL ${kind}`);
      expect(exitCode).toBe(1);
    }
    expect(await database.query('SELECT name FROM pets')).toEqual([]);
  },
);

it('if a pooler begins transactions after the start, a change is outcome_unknown, and the service is not ready and says why', async () => {
  const service = await startService({ DATABASE_URL: proxy.url });
  const client = new CheckedClient(service, await issueKey(database.location));
  expect((await client.post('/v1/pets', rex)).status).toBe(201);
  proxy.beginsTransactions = true;
  proxy.redirect(database.url);
  // The connections of before the redirection end first.
  const refused = await processes.until(async () => {
    const response = await client.post('/v1/pets', rex);
    return response.code === 'outcome_unknown' && response;
  });
  expect(refused.status).toBe(503);
  const ready = await processes.until(async () => {
    const response = await fetch(`${service.address}/health/ready`);
    const { message } = (await response.json()) as { message?: string };
    return response.status === 503 && message;
  });
  expect(ready).toMatch(/^The database cannot be used: a pooler .* begins or ends transactions .*\.$/);
  const reasons = service.log.map(({ err }) => (err as Error | undefined)?.message);
  expect(reasons).toContainEqual(expect.stringContaining('begins or ends transactions'));
  expect(await service.end('SIGTERM')).toBe(0);
});
