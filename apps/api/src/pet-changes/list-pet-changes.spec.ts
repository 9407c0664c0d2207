import { InMemoryTransactions } from '@petstore/kernel/testing';
import { IssueKey } from '@petstore/access-application';
import { NodeCryptography } from '@petstore/access-infrastructure';
import { changesPath, nextPath, startChangeFeedApp, type ChangeFeedApp } from '../testing/change-feed.ts';
import { expectError } from '../testing/expect-error.ts';
import { ListPetChangesQuery } from './dto/list-pet-changes.query.ts';

let app: ChangeFeedApp;

beforeEach(async () => {
  app = await startChangeFeedApp();
});

afterEach(() => app.close());

const pet = (id: number, name: string, status = 'available') => ({ id, name, categoryId: 7, status });

it('returns an empty page and the link of the present without a cursor', async () => {
  await app.addPet('Rex');
  const response = await app.client.get(changesPath);
  expect([response.status, response.text]).toEqual([200, '[]']);
  expect((await app.client.get(nextPath(response))).text).toBe('[]');
});

it('returns each change after the cursor, page by page, with a link on each page', async () => {
  let path = await app.pathOfPresent('limit=2');
  for (const name of ['Rex', 'Tom', 'Zoe']) await app.addPet(name);
  await app.client.patch('/v1/pets/1').send({ status: 'sold' });
  const pages: unknown[] = [];
  for (let count = 0; count < 3; count++) {
    const response = await app.client.get(path);
    expect(response.status).toBe(200);
    pages.push(response.body);
    path = nextPath(response);
  }
  expect(pages).toEqual([[pet(2, 'Tom'), pet(3, 'Zoe')], [pet(1, 'Rex', 'sold')], []]);
});

it('keeps the limit in the link, and accepts the cursor with another limit', async () => {
  const path = await app.pathOfPresent('limit=1');
  expect(path).toMatch(/^\/v1\/pets\/changes\?limit=1&cursor=[\w-]+$/);
  await app.addPet('Rex');
  await app.addPet('Tom');
  const other = path.replace('limit=1', 'limit=100');
  expect((await app.client.get(other)).body).toHaveLength(2);
});

it.each([
  ['limit=0', 'limit must be an integer from 1 to 100.'],
  ['cursor=', 'cursor must be one that a page of this list gave, unchanged.'],
  [
    'cursor=x&limit=x',
    'limit must be an integer from 1 to 100; cursor must be one that a page of this list gave, unchanged.',
  ],
])('returns 400 for %s with all errors', async (query, message) => {
  expect(expectError(await app.client.get(`${changesPath}?${query}`), 'invalid_parameter')).toBe(message);
});

it('refuses a cursor of listPets and a changed cursor, and the other lists refuse its cursor', async () => {
  await app.addPet('Rex');
  await app.addPet('Tom');
  const [, cursor = ''] =
    /cursor=([\w-]+)/.exec((await app.client.get('/v1/pets?limit=1')).headers['link'] ?? '') ?? [];
  expectError(await app.client.get(`${changesPath}?cursor=${cursor}`), 'invalid_parameter');
  const path = await app.pathOfPresent('limit=1');
  expectError(await app.client.get(`${path}A`), 'invalid_parameter');
  const { search } = new URL(path, 'http://pets');
  expectError(await app.client.get(`/v1/pets${search}`), 'invalid_parameter');
  expectError(await app.client.get(`/v1/store/orders${search}`), 'invalid_parameter');
});

it.each([
  '',
  '7.00000001.1/1/1/1',
  '7.00000001.1/18446744073709551616/1',
  '7.00000001.1/1/9223372036854775808',
  '7.00000001.1/1/1\u0000',
])('returns 400 for a cursor with a valid checksum and the position %j', async (position) => {
  const cursor = new ListPetChangesQuery().cursorAt(position);
  expectError(await app.client.get(`${changesPath}?cursor=${cursor}`), 'invalid_parameter');
});

it('accepts the cursor of another API key, and ignores other parameters, such as the `wait` of the first clients', async () => {
  const path = await app.pathOfPresent('limit=1');
  await app.addPet('Rex');
  const { secret } = await new IssueKey(app.keys, new NodeCryptography(), new InMemoryTransactions()).execute(
    'another',
    'tests',
  );
  const response = await app.authenticated(secret.text).get(`${path}&since=1&wait=30&wait[]=x`);
  expect(response.body).toEqual([pet(1, 'Rex')]);
});

it('returns 410 for a cursor of another history', async () => {
  const path = await app.pathOfPresent('limit=1');
  app.petChanges.startNewHistory();
  expectError(await app.client.get(path), 'cursor_gone');
});
