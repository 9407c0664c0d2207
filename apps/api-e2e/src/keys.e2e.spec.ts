import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brokenResponses, Proxy, succeeded } from '@petstore/database/testing';
import { CheckedClient } from './support/checked-client.ts';
import { exchange, head } from './support/raw-socket.ts';
import type { Service } from './support/service.ts';
import { Database, issueKey, petstore, preload, processes, type Result, startService } from './support/test-file.ts';

interface ListedKey {
  readonly id: string;
  readonly hint: string;
  readonly name: string;
  readonly state: string;
  readonly lastUsedAt: string | null;
}

let database: Database;
let instances: Service[];

beforeAll(async () => {
  database = await Database.create();
  instances = [await startService(database.location), await startService(database.location)];
});

const keys = (...args: string[]): Promise<Result> => petstore(database.location, 'keys', ...args);

async function listedKey(name: string): Promise<ListedKey> {
  const { stdout } = await keys('list', '--json');
  return (JSON.parse(stdout) as ListedKey[]).find((key) => key.name === name)!;
}

/** Lists animals with the key at each instance. @returns the statuses */
async function statuses(key: string): Promise<number[]> {
  const answers = instances.map((instance) => new CheckedClient(instance, key).get('/v1/pets'));
  return (await Promise.all(answers)).map(({ status }) => status);
}

const untilRefused = (key: string) =>
  processes.until(async () => (await statuses(key)).every((status) => status === 401));

it('a key is issued, used, listed, revoked, and then refused by every instance; the log shows who did it', async () => {
  const issued = await keys('issue', 'the front desk', '--expires', '90d');
  expect(issued.exitCode).toBe(0);
  expect(issued.stdout).toMatch(/^pets_[0-9A-Za-z]{49}\n$/);
  expect(issued.stderr).toMatch(/issued key_[0-9A-Za-z]{13} for "the front desk", which expires at /);
  const key = issued.stdout.trim();
  const { id, lastUsedAt } = await listedKey('the front desk');
  expect(lastUsedAt).toBeNull();
  expect(await statuses(key)).toEqual([200, 200]);
  await processes.until(async () => (await listedKey('the front desk')).lastUsedAt !== null);

  expect(await keys('revoke', id, '--by', 'zoë')).toMatchObject({ exitCode: 0, stdout: `revoked ${id}\n` });
  await untilRefused(key);
  expect(await listedKey('the front desk')).toMatchObject({ state: 'revoked' });
  const again = await keys('revoke', id);
  expect(again).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(`${id} has been revoked already`) });
  const log = (await keys('log')).stdout.split('\n').filter((line) => line.includes(id));
  expect(log.map((line) => line.split('\t')[2])).toEqual(['issued', 'revoked']);
  expect(log[1]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\tzoë\t/);
});

it('a key that is revoked while its changes wait for a lock stores none of them', async () => {
  const service = await startService({ ...database.location, BETA: 'on', DATABASE_POOL_SIZE: '20' });
  const [valid, revoked] = [await issueKey(database.location, 'stays'), await issueKey(database.location, 'goes')];
  const { id } = await listedKey('goes');
  const client = new CheckedClient(service, valid);
  const ids: unknown[] = [];
  for (const name of ['Rex', 'Tom', 'Kim', 'Bob', 'Zoe']) {
    const { text } = await client.post('/v1/pets', { name, categoryId: 7 });
    ids.push((JSON.parse(text) as { id: unknown }).id);
  }
  const [rex, tom, kim, bob, zoe] = ids;
  const { text: order } = await client.post('/v1/store/orders', { petId: bob });
  const orderId = (JSON.parse(order) as { id: unknown }).id;
  const stored = () =>
    database.query(
      'SELECT p::text AS row FROM pets AS p WHERE id <> $1 UNION ALL SELECT o::text FROM orders AS o ORDER BY 1',
      [zoe],
    );

  const holder = await database.begin('SELECT FROM pets FOR UPDATE');
  await holder.query(
    "SELECT pg_advisory_xact_lock(hashtextextended($1 || ' used', 'idempotency_keys'::regclass::oid::bigint))",
    [id],
  );
  const before = await stored();
  const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}, key = revoked) =>
    new CheckedClient(service, key).send(method, `/v1/${path}`, body && JSON.stringify(body), headers);
  const waiting = [
    send('PATCH', `pets/${rex}`, { name: 'Max' }),
    send('DELETE', `pets/${tom}`),
    send('POST', 'store/orders', { petId: kim }),
    send('POST', `store/orders/${orderId}/complete`),
    send('POST', 'pets', { name: 'Max', categoryId: 7 }, { 'Idempotency-Key': 'used' }),
  ];
  const other = send('PATCH', `pets/${zoe}`, { categoryId: 8 }, {}, valid);
  await database.untilBlocked(waiting.length + 1);
  // Waits in the service, behind the first one.
  waiting.push(send('PATCH', `pets/${rex}`, { status: 'sold' }));
  await keys('revoke', id);
  await processes.until(async () => (await send('GET', 'pets?limit=1')).status === 401);
  await holder.query('COMMIT');
  await holder.end();
  for (const answer of await Promise.all(waiting))
    expect(answer).toMatchObject({ status: 401, code: 'invalid_api_key' });
  expect((await other).status).toBe(200);
  expect(await stored()).toEqual(before);
  expect(
    await database.query(
      'SELECT type FROM event_outbox WHERE actor = $1 UNION ALL SELECT type FROM events WHERE actor = $1',
      [id],
    ),
  ).toEqual([]);
});

it('a read-only key can list and not create animals', async () => {
  const client = new CheckedClient(instances[0]!, await issueKey(database.location, 'website', '--read-only'));
  expect((await client.get('/v1/pets')).status).toBe(200);
  const created = await client.post('/v1/pets', { name: 'Rex', categoryId: 7 });
  expect(created).toMatchObject({ status: 403, code: 'read_only_key' });
  const line = (await keys('list')).stdout.split('\n').find((text) => text.includes('website'));
  expect(line).toContain('read-only');
});

it('the tables fit into a terminal of 80 columns, and break no id and no hint', async () => {
  await issueKey(
    database.location,
    'the night shift of the shelter in the north',
    '--expires',
    '90d',
    '--by',
    'the operator zoë',
  );
  const terminal = `Object.assign(process.stdout, { isTTY: true, columns: 80 });`;
  const env = { ...database.location, ...preload('terminal', terminal) };
  const { stdout: json } = await keys('list', '--json');
  for (const command of ['list', 'log']) {
    const { exitCode, stdout } = await petstore(env, 'keys', command);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('NAME');
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    const listed = JSON.parse(json) as ListedKey[];
    for (const { id } of listed) expect(stdout).toContain(id);
    if (command === 'list') for (const { hint } of listed) expect(stdout).toContain(`${hint}…`);
  }
});

it('issue says that the key may exist, and how to revoke it, if the connection is lost during COMMIT', async () => {
  const proxy = await Proxy.start(database.url);
  // The start commits a transaction of its own, in which it inserts nothing.
  let commits = 0;
  proxy.replace = (answer) =>
    succeeded(answer, 'COMMIT') && ++commits === 2 ? brokenResponses['the end of the connection'] : undefined;
  const location = { DATABASE_URL: proxy.url };
  const { exitCode, stdout, stderr } = await petstore(location, 'keys', 'issue', 'unknown outcome');
  proxy.close();
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  for (const part of ['may exist', 'keys list', 'keys revoke']) expect(stderr).toContain(part);
  expect(await listedKey('unknown outcome')).toMatchObject({ state: 'active' });
});

it('a key is printed once, and never written to the log, to responses, to other output or to a file', async () => {
  const directory = join(processes.directory, 'data');
  const location = { DATA_DIR: directory };
  const service = await startService({ ...location, LOG_LEVEL: 'debug' });
  const issued = await petstore(location, 'keys', 'issue', 'a secret');
  const key = issued.stdout.trim();
  const client = new CheckedClient(service, key);
  expect((await client.post('/v1/pets', { name: 'the night shift', categoryId: 1 })).status).toBe(201);

  const authorization = `Authorization: Bearer ${key}`;
  const heads = [
    head(`GET /v1/pets?access_token=${key}`, authorization),
    head(`GET /v1/pets?limit=${key}`, authorization),
    head(`GET /v1/pets/${key}`, authorization),
    head(`GET /${key}`),
    head('GET /v1/pets', `Authorization: Basic ${key}`),
    head('GET /v1/pets', `Authorization: Bearer ${key}x`),
    head('GET /v1/pets', `X-Api-Key: ${key}`, `Cookie: key=${key}`),
    head('GET /v1/pets', `Bad Header: ${key}`),
    head('GET /v1/pets', `Expect: ${key}`),
    head(`${key} /`),
  ];
  const outputs: [name: string, content: string][] = [['output of issue', issued.stderr]];
  for (const each of heads) {
    const response = await exchange(service, each.replace('\r\n', '\r\nConnection: close\r\n'));
    expect(response).toMatch(/^HTTP\/1\.1 [24]/);
    outputs.push(['response', response]);
  }
  for (const args of [['list'], ['list', '--json'], ['log'], ['revoke', key]]) {
    const { stdout, stderr } = await petstore(location, 'keys', ...args);
    outputs.push([`output of ${args[0]}`, stdout + stderr]);
  }
  expect(await service.end('SIGTERM')).toBe(0);
  outputs.push(['log', JSON.stringify(service.log)]);
  const firstKeyFile = join(directory, 'first-key');
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  for (const file of files.filter((each) => each !== firstKeyFile)) outputs.push([file, readFileSync(file, 'latin1')]);

  // The middle of each key, because lists show its first characters.
  const secrets = [readFileSync(firstKeyFile, 'utf8').trim(), key].map((secret) => secret.slice(9, -6));
  const found = outputs.filter(([, content]) => secrets.some((secret) => content.includes(secret)));
  expect(found.map(([name]) => name)).toEqual([]);
  // The search finds a name in the write-ahead log, so it would find a key there, too.
  expect(outputs.some(([name, content]) => name.includes('pg_wal') && content.includes('the night shift'))).toBe(true);
});
