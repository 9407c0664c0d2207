import { InMemoryTransactions } from '@petstore/kernel/testing';
import { IssueKey } from '@petstore/access-application';
import { NodeCryptography } from '@petstore/access-infrastructure';
import { requestText } from '@petstore/testing/raw';
import { petCreation } from '../testing/create-pets.ts';
import { sendAndCheck } from '../testing/document-check.ts';
import { expectError } from '../testing/expect-error.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp({}, 'each');

const { create } = petCreation(() => app);
const rex = '{"name":"Rex","categoryId":7}';
const tom = '{"name":"Tom","categoryId":7}';

const createWithKey = (key: string, text = rex) => create(text).set('Idempotency-Key', key);
const listPets = async () => (await app.client.get('/v1/pets')).body as unknown[];

describe('createPet with an Idempotency-Key', () => {
  it.each([
    ['the same text', rex],
    ['other white space and order', ' { "categoryId": 7, "name": "Rex" } '],
    ['another notation of the number', '{"name":"Rex","categoryId":7.0}'],
    ['an escape sequence in the name', '{"name":"\\u0052ex","categoryId":7}'],
    ['the default status', '{"name":"Rex","categoryId":7,"status":"available"}'],
    ['members that the service ignores', '{"id":9,"name":"Rex","categoryId":7,"colour":"black"}'],
  ])('returns the first response to a repeat with %s', async (_, text) => {
    const [first, repeat] = [await createWithKey('a-key'), await createWithKey('a-key', text)];
    expect([first.status, repeat.status]).toEqual([201, 201]);
    expect(repeat.text).toBe(first.text);
    expect(repeat.headers['location']).toBe('/v1/pets/1');
    expect(await listPets()).toHaveLength(1);
  });

  it('treats a bare and a quoted key as equal', async () => {
    await createWithKey('a\\"key');
    expect((await createWithKey('"a\\\\\\"key"')).body).toMatchObject({ id: 1 });
    expect((await createWithKey('"a-key"')).body).toMatchObject({ id: 2 });
    expect((await createWithKey('a-key')).body).toMatchObject({ id: 2 });
  });

  it('returns 422 to another NewPet with the same key, and does not change the first animal', async () => {
    await createWithKey('a-key');
    expect(expectError(await createWithKey('a-key', tom), 'idempotency_mismatch')).toMatch(
      /a new request needs a new key\.$/,
    );
    expect((await createWithKey('a-key')).body).toMatchObject({ id: 1, name: 'Rex' });
    expect(await listPets()).toHaveLength(1);
  });

  it('creates an animal for each key, for each API key, and for each request without a key', async () => {
    const { secret: other } = await new IssueKey(app.keys, new NodeCryptography(), new InMemoryTransactions()).execute(
      'other',
      'tests',
    );
    const responses = [
      await createWithKey('a-key'),
      await createWithKey('A-key'),
      await createWithKey('a-key').auth(other.text, { type: 'bearer' }),
      await create(rex),
      await create(rex),
    ];
    expect(responses.map(({ body }) => body.id)).toEqual([1, 2, 3, 4, 5]);
  });

  it('does not store the key of a create that it rejects', async () => {
    expectError(await createWithKey('a-key', '{"name":"","categoryId":7}'), 'invalid_body');
    expect((await createWithKey('a-key', tom)).body).toMatchObject({ id: 1, name: 'Tom' });
  });

  it('returns 400 to two Idempotency-Key headers, even if they are equal', async () => {
    const headers = ['Host: pets', `Authorization: Bearer ${app.key}`, 'Content-Type: application/json'];
    const twice = [...headers, 'Idempotency-Key: a-key', 'Idempotency-Key: a-key', 'Connection: close'];
    expectError(await sendAndCheck(app.port, requestText('POST /v1/pets HTTP/1.1', twice, rex)), 'invalid_parameter');
    expect(await listPets()).toEqual([]);
  });
});
