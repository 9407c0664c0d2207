import { NewPet, Pet, PetId } from '@petstore/pets-domain';
import { expectRequestId } from '@petstore/testing/check';
import { expectError } from '../testing/expect-error.ts';
import { useTestApp } from '../testing/test-app.ts';

const nameRule = 'a string of 1 to 255 Unicode characters, not only white space, without U+0000 or lone surrogates';
const categoryRule = 'an integer from -9223372036854775808 to 9223372036854775807';
const statusRule = 'one of available, pending, sold';

const app = useTestApp();

beforeEach(() => app.empty());

const rex = '{"name":"Rex","categoryId":7}';
const tom = '{"name":"Tom","categoryId":7}';

const create = (text: string) => app.client.post('/v1/pets').set('Content-Type', 'application/json').send(text);
const listPets = async () => (await app.client.get('/v1/pets')).body as unknown[];

async function expectRejected(text: string, message: string): Promise<void> {
  expect(expectError(await create(text), 'invalid_body')).toBe(message);
  expect(await listPets()).toEqual([]);
}

describe('createPet', () => {
  it('returns 201 with the animal and its path', async () => {
    const response = await create('{"name":"Rex","categoryId":7,"status":"sold"}');
    expect(response.status).toBe(201);
    expect(response.text).toBe('{"id":1,"name":"Rex","categoryId":7,"status":"sold"}');
    expect(response.headers).toMatchObject({
      location: '/v1/pets/1',
      'content-type': 'application/json',
      'cache-control': 'no-store',
    });
    expectRequestId(response);
    expect((await app.client.get(response.headers['location']!)).text).toBe(response.text);
  });

  it('returns an id beyond 2^53 exactly, also in its path', async () => {
    const pet = Pet.create(new PetId('9223372036854775807'), NewPet.of({ name: 'Rex', categoryId: 7 }));
    jest.spyOn(app.pets, 'add').mockResolvedValue(pet);
    const response = await create(rex);
    expect(response.text).toBe('{"id":9223372036854775807,"name":"Rex","categoryId":7,"status":"available"}');
    expect(response.headers['location']).toBe('/v1/pets/9223372036854775807');
  });

  it.each(['9223372036854775808', '9'.repeat(100_000)])('rejects the categoryId %#', (sent) =>
    expectRejected(`{"name":"Rex","categoryId":${sent}}`, `categoryId must be ${categoryRule}.`),
  );

  it('reports all errors of a body at once', async () => {
    await expectRejected(
      '{"name":" ","categoryId":1.5,"status":null}',
      `status must be ${statusRule}; name must be ${nameRule}; categoryId must be ${categoryRule}.`,
    );
  });

  it.each(['{}', '{"__proto__":{"name":"Rex","categoryId":7}}', '{"__proto__":{"name":"Rex","categoryId":7.0}}'])(
    'requires the name and the categoryId, and inherits no members: %s',
    (text) =>
      expectRejected(
        text,
        `name is required: it must be ${nameRule}; categoryId is required: it must be ${categoryRule}.`,
      ),
  );

  it.each([
    '{"id":"x","name":"Rex","categoryId":7,"colour":{"a":[1.5,null]},"createdAt":1e400}',
    '{"__proto__":{"status":"sold"},"constructor":{"name":"x"},"then":1,"toJSON":2,"name":"Rex","categoryId":7}',
    '{"toNewPet":1,"toString":2,"valueOf":3,"name":"Rex","categoryId":7}',
    '{"name":null,"categoryId":1.5,"name":"Rex","categoryId":7.0}',
  ])('uses only the documented members of %s, and the last of duplicate members', async (text) => {
    const response = await create(text);
    expect(response.text).toBe('{"id":1,"name":"Rex","categoryId":7,"status":"available"}');
    expect({}).not.toHaveProperty('status');
  });
});

describe('createPet with an Idempotency-Key', () => {
  const createWithKey = (key: string, text = rex) => create(text).set('Idempotency-Key', key);

  it('returns the first response to a repeat, also if its text has another form', async () => {
    const text = ' { "categoryId": 7.0, "name": "\\u0052ex", "status": "available", "colour": "black" } ';
    const first = await createWithKey('a-key');
    for (const repeat of [await createWithKey('a-key'), await createWithKey('a-key', text)]) {
      expect([repeat.status, repeat.text]).toEqual([201, first.text]);
      expect(repeat.headers['location']).toBe('/v1/pets/1');
    }
    expect(await listPets()).toHaveLength(1);
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
    const { secret: other } = await app.issueKey();
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
});
