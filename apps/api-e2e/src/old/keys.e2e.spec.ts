import { accessPersistence } from '@petstore/access-infrastructure';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { petstore, type DatabaseLocation, type ServiceProcess } from '@petstore/processes';
import { fetchChecked } from './testing/checked-fetch.ts';
import { startService } from './testing/start-service.ts';

let database: TestDatabase;
let location: DatabaseLocation;
let instances: ServiceProcess[];

beforeAll(async () => {
  database = await createTestDatabase();
  location = { DATABASE_URL: database.url };
  instances = await Promise.all([startService(location), startService(location)]);
});

afterAll(async () => {
  await Promise.all(instances?.map((instance) => instance.end('SIGTERM')) ?? []);
  await database?.drop();
});

const keys = (...args: string[]) => petstore(location, 'keys', ...args);

/** Issues a key, and returns it with its id. */
async function issue(name: string, ...options: string[]): Promise<{ key: string; id: string }> {
  const { stdout, stderr } = await keys('issue', name, ...options);
  return { key: stdout.trim(), id: /issued (key_\w+) for/.exec(stderr)![1]! };
}

interface ListedKey {
  readonly id: string;
  readonly state: string;
  readonly access: string;
  readonly lastUsedAt: string | null;
}

async function findListedKey(id: string): Promise<ListedKey | undefined> {
  const { stdout } = await keys('list', '--json');
  return (JSON.parse(stdout) as ListedKey[]).find((key) => key.id === id);
}

/** Sends a request with the key to each instance, and returns the statuses. */
async function statuses(key: string): Promise<number[]> {
  const headers = { Authorization: `Bearer ${key}` };
  const responses = await Promise.all(instances.map(({ address }) => fetchChecked(`${address}/v1/pets`, { headers })));
  return responses.map(({ status }) => status);
}

async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition()));
}

const isRefused = (key: string) => async () => (await statuses(key)).every((status) => status === 401);

it('a key can be issued, used, rotated, revoked, is then refused by every instance, and can be pruned', async () => {
  const old = await issue('the front desk');
  expect(await findListedKey(old.id)).toMatchObject({ state: 'active', lastUsedAt: null });
  expect(await statuses(old.key)).toEqual([200, 200]);
  await waitUntil(async () => (await findListedKey(old.id))?.lastUsedAt !== null);

  const rotated = await keys('rotate', old.id, '--grace', '1h');
  const next = rotated.stdout.trim();
  expect(rotated.stderr).toMatch(/\npetstore: issued key_\w+ to replace key_\w+, which expires at [^\n]+\n$/);
  expect([await statuses(old.key), await statuses(next)]).toEqual([
    [200, 200],
    [200, 200],
  ]);
  expect(await findListedKey(old.id)).toMatchObject({ state: 'rotated' });

  expect(await keys('revoke', old.id, '--by', 'zoë')).toEqual({
    exitCode: 0,
    stdout: `revoked ${old.id}\n`,
    stderr: `petstore: database: ${database.url}\n`,
  });
  await waitUntil(isRefused(old.key));
  expect(await statuses(next)).toEqual([200, 200]);
  expect(await findListedKey(old.id)).toMatchObject({ state: 'revoked' });

  expect((await keys('prune', '--invalid-for', '1h')).stdout).toBe(
    'deleted 0 keys that had been invalid for 1h or longer\n',
  );
  expect((await keys('prune', '--invalid-for', '0s')).stdout).toBe('deleted 1 invalid key\n');
  expect(await findListedKey(old.id)).toBeUndefined();
  expect(await statuses(old.key)).toEqual([401, 401]);

  const log = (await keys('log')).stdout.split('\n').filter((line) => line.includes(old.id));
  expect(log.map((line) => line.split('\t').slice(2))).toEqual(
    ['issued', 'rotated', 'revoked', 'pruned'].map((action) => [action, old.id, 'the front desk', 'full']),
  );
  expect(log[2]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\tzoë\t/);
});

it('a read-only key can list and not create animals; its successor, the list and the log show that it is read-only', async () => {
  const { stdout, stderr } = await keys('issue', 'website', '--read-only', '--expires', '90d');
  const message =
    /\npetstore: issued (key_\w+) \(read-only\) for "website", which expires at [^\n]+; it is shown only once\n$/;
  const id = message.exec(stderr)![1]!;
  const rotated = await keys('rotate', id, '--grace', '1h');
  const [, nextId] = /issued (key_\w+) \(read-only\) to replace/.exec(rotated.stderr)!;
  for (const key of [stdout.trim(), rotated.stdout.trim()]) {
    expect(await statuses(key)).toEqual([200, 200]);
    const created = await fetchChecked(`${instances[0]!.address}/v1/pets`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: '{"name":"Rex","categoryId":7}',
    });
    expect(created.status).toBe(403);
    expect(await created.json()).toMatchObject({ code: 'read_only_key' });
  }
  for (const listedId of [id, nextId!]) expect(await findListedKey(listedId)).toMatchObject({ access: 'read-only' });
  const lines = (await keys('list')).stdout.split('\n').filter((line) => line.includes('website'));
  expect(lines.map((line) => line.split('\t').slice(-2))).toEqual([
    ['rotated', 'read-only'],
    ['active', 'read-only'],
  ]);
  const log = JSON.parse((await keys('log', '--json')).stdout) as { key: string; action: string; access: string }[];
  expect(log.filter(({ key }) => [id, nextId].includes(key)).map(({ action, access }) => [action, access])).toEqual([
    ['issued', 'read-only'],
    ['rotated', 'read-only'],
    ['issued', 'read-only'],
  ]);
});

it('a key is refused by every instance after its expiry', async () => {
  const { key, id } = await issue('for a moment', '--expires', '1h');
  expect(await statuses(key)).toEqual([200, 200]);
  // Sets the expiry here, because a key that is issued with a short expiry might expire before its first use.
  const dataSource = await database.open([accessPersistence]);
  await dataSource.query("UPDATE api_keys SET expires_at = now() + interval '1 second' WHERE public_id = $1", [id]);
  await waitUntil(isRefused(key));
  expect(await findListedKey(id)).toMatchObject({ state: 'expired' });
});

it('a rotated key is refused by every instance after the grace period', async () => {
  const { key, id } = await issue('for another moment');
  expect(await statuses(key)).toEqual([200, 200]);
  const { stdout: next } = await keys('rotate', id, '--grace', '0s');
  await waitUntil(isRefused(key));
  expect(await statuses(next.trim())).toEqual([200, 200]);
});

describe('a command reports in one line, with exit code 1,', () => {
  const unknown = 'key_0000000000000';
  it.each([
    ['an unknown id to revoke', ['revoke', unknown], `there is no key ${unknown}`],
    ['an unknown id to rotate', ['rotate', unknown], `there is no key ${unknown}`],
    ['an invalid id', ['revoke', 'checkout'], 'the id of a key must be key_ and 13 letters or digits'],
    ['an invalid grace period', ['rotate', unknown, '--grace', '1 day'], 'a duration must be a number from 0 to 99999'],
    ['an invalid age', ['prune', '--dead-for', 'long'], 'a duration must be a number from 0 to 99999'],
    ['an expiry of zero', ['issue', 'me', '--expires', '0s'], 'the expiry of a key must be in the future'],
    ['an expiry in the past', ['issue', 'me', '--expires', '2020-01-01'], 'the expiry of a key must be in the future'],
    ['an invalid date', ['issue', 'me', '--expires', '2031-02-29'], 'the expiry of a key must be in the future'],
    ['an empty actor', ['prune', '--by', ' '], 'the name of the actor must be 1 to 100'],
  ])('%s', async (_, args, message) => {
    const { exitCode, stdout, stderr } = await keys(...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(/^petstore: database: [^\n]*\npetstore: [^\n]*\n$/);
    expect(stderr).toContain(message);
  });

  it('that a key is already revoked, and does not rotate it', async () => {
    const { id } = await issue('twice');
    await keys('revoke', id);
    for (const again of ['revoke', 'rotate']) {
      const { exitCode, stderr } = await keys(again, id);
      expect({ exitCode, stderr }).toEqual({
        exitCode: 1,
        stderr: expect.stringMatching(new RegExp(`\npetstore: ${id} has been revoked already, at [^\n]+\n$`)),
      });
    }
  });

  it('a key used instead of an id, without repeating it', async () => {
    const { key } = await issue('pasted');
    for (const verb of ['revoke', 'rotate']) {
      const { exitCode, stdout, stderr } = await keys(verb, key);
      expect(exitCode).toBe(1);
      expect(stdout + stderr).not.toContain(key);
    }
  });
});

it('the database contains only a hash and a hint of a key', async () => {
  const { key } = await issue('not stored');
  await statuses(key);
  const dataSource = await database.open([accessPersistence]);
  const tables = await dataSource.query<{ name: string }[]>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  const dump = await Promise.all(
    tables.map(({ name }) => dataSource.query(`SELECT stored::text AS line FROM "${name}" AS stored`)),
  );
  const text = JSON.stringify(dump);
  expect(text).toContain('not stored');
  expect(text).not.toContain(key.slice('pets_1234'.length, -'123456'.length));
});
