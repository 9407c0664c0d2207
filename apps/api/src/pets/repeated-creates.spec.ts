import { IssueKey } from '@petstore/access-application';
import { NodeCryptography } from '@petstore/access-infrastructure';
import { IdempotencyConflict } from '@petstore/kernel';
import { requestText } from '@petstore/testing/raw';
import { petCreation } from '../testing/create-pets.ts';
import { ask } from '../testing/document-check.ts';
import { expectError } from '../testing/expect-error.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeEach(async () => {
  app = await startTestApp();
});

afterEach(() => app.close());

const { create } = petCreation(() => app);
const rex = '{"name":"Rex","categoryId":7}';
const tom = '{"name":"Tom","categoryId":7}';

const createBy = (key: string, text = rex) => create(text).set('Idempotency-Key', key);
const kept = async () => (await app.client.get('/v1/pets')).body as unknown[];

describe('createPet with an Idempotency-Key', () => {
  it.each([
    ['the same text', rex],
    ['other white space and order', ' { "categoryId": 7, "name": "Rex" } '],
    ['another spelling of the number', '{"name":"Rex","categoryId":7.0}'],
    ['another spelling of the name', '{"name":"\\u0052ex","categoryId":7}'],
    ['the default said', '{"name":"Rex","categoryId":7,"status":"available"}'],
    ['members that are ignored', '{"id":9,"name":"Rex","categoryId":7,"colour":"black"}'],
  ])('returns the first response to a repeat: %s', async (_, text) => {
    const [first, repeat] = [await createBy('a-key'), await createBy('a-key', text)];
    expect([first.status, repeat.status]).toEqual([201, 201]);
    expect(repeat.text).toBe(first.text);
    expect(repeat.headers['location']).toBe('/v1/pets/1');
    expect(await kept()).toHaveLength(1);
  });

  it('treats a bare and a quoted key as equal', async () => {
    await createBy('a\\"key');
    expect((await createBy('"a\\\\\\"key"')).body).toMatchObject({ id: 1 });
    expect((await createBy('"a-key"')).body).toMatchObject({ id: 2 });
    expect((await createBy('a-key')).body).toMatchObject({ id: 2 });
  });

  it('returns 422 to another NewPet, and does not change the first', async () => {
    await createBy('a-key');
    expect(expectError(await createBy('a-key', tom), 'idempotency_mismatch')).toMatch(
      /a new request needs a new key\.$/,
    );
    expect((await createBy('a-key')).body).toMatchObject({ id: 1, name: 'Rex' });
    expect(await kept()).toHaveLength(1);
  });

  it('creates an animal for each key, for each API key, and for each request without a key', async () => {
    const { secret: other } = await new IssueKey(app.keys, new NodeCryptography()).execute('other', 'tests');
    const answers = [
      await createBy('a-key'),
      await createBy('A-key'),
      await createBy('a-key').auth(other.text, { type: 'bearer' }),
      await create(rex),
      await create(rex),
    ];
    expect(answers.map(({ body }) => body.id)).toEqual([1, 2, 3, 4, 5]);
  });

  it('does not store the key of a refused create', async () => {
    expectError(await createBy('a-key', '{"name":"","categoryId":7}'), 'invalid_body');
    expect((await createBy('a-key', tom)).body).toMatchObject({ id: 1, name: 'Tom' });
  });

  it('returns 409 with Retry-After if the first create takes too long', async () => {
    jest.spyOn(app.pets, 'addOnce').mockRejectedValue(new IdempotencyConflict());
    const answer = await createBy('a-key');
    expectError(answer, 'idempotency_conflict');
    expect(answer.headers['retry-after']).toBe('1');
  });

  it.each([
    ['empty', ''],
    ['empty in quotation marks', '""'],
    ['half quoted', '"a'],
    ['two words', 'a b'],
    ['too long', 'x'.repeat(256)],
  ])('returns 400 to a key that is %s', async (_, key) => {
    expect(expectError(await createBy(key), 'invalid_parameter')).toMatch(/^Idempotency-Key must be 1 to 255 visible/);
    expect(await kept()).toEqual([]);
  });

  it('returns 400 if the header is sent twice, even if they are equal', async () => {
    const headers = ['Host: pets', `Authorization: Bearer ${app.key}`, 'Content-Type: application/json'];
    const twice = [...headers, 'Idempotency-Key: a-key', 'Idempotency-Key: a-key', 'Connection: close'];
    expectError(await ask(app.port, requestText('POST /v1/pets HTTP/1.1', twice, rex)), 'invalid_parameter');
    expect(await kept()).toEqual([]);
  });

  it('ignores the header of operations that create nothing', async () => {
    expect((await app.client.get('/v1/pets').set('Idempotency-Key', '"')).status).toBe(200);
  });
});
