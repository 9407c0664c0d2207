import { expectRequestId } from '@petstore/testing/check';
import { categoryRule, nameRule, petCreation, statusRule } from '../testing/create-pets.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeEach(async () => {
  app = await startTestApp();
});

afterEach(() => app.close());

const { create, createPet, expectRefused } = petCreation(() => app);

describe('createPet', () => {
  it('returns 201 with the animal and its path', async () => {
    const answer = await create('{"name":"Rex","categoryId":7,"status":"sold"}');
    expect(answer.status).toBe(201);
    expect(answer.text).toBe('{"id":1,"name":"Rex","categoryId":7,"status":"sold"}');
    expect(answer.headers).toMatchObject({
      location: '/v1/pets/1',
      'content-type': 'application/json',
      'cache-control': 'no-store',
    });
    expectRequestId(answer);
    expect((await app.client.get(answer.headers['location']!)).text).toBe(answer.text);
  });

  it('gives every animal a different id', async () => {
    const answers = [await createPet({}), await createPet({}), await createPet({})];
    expect(answers.map(({ body }) => body.id)).toStrictEqual([1, 2, 3]);
    expect(answers.map(({ headers }) => headers['location'])).toStrictEqual(['/v1/pets/1', '/v1/pets/2', '/v1/pets/3']);
  });

  it('uses the status available if there is none', async () => {
    expect((await createPet({})).text).toBe('{"id":1,"name":"Rex","categoryId":7,"status":"available"}');
  });

  it.each(['available', 'pending', 'sold'])('stores the status %s', async (status) => {
    expect((await createPet({ status })).body).toMatchObject({ status });
  });

  it.each([null, '', 'Available', 'sold ', 'lost', 0, true, ['sold'], {}])('refuses %j as status', async (status) => {
    await expectRefused(JSON.stringify({ name: 'Rex', categoryId: 7, status }), `status must be ${statusRule}.`);
  });

  it('reports all faults of a body at once', async () => {
    await expectRefused(
      '{"name":" ","categoryId":1.5,"status":null}',
      `name must be ${nameRule}; categoryId must be ${categoryRule}; status must be ${statusRule}.`,
    );
    await expectRefused(
      '{}',
      `name is required: it must be ${nameRule}; categoryId is required: it must be ${categoryRule}.`,
    );
  });

  it.each(['[]', '[{"name":"Rex","categoryId":7}]', '"Rex"', '7', '9223372036854775808', '1.5', 'true', 'null'])(
    'refuses %s, which is JSON and no object',
    (text) => expectRefused(text, 'The body must be a JSON object.'),
  );

  it.each([
    '{"id":99,"name":"Rex","categoryId":7}',
    '{"id":"x","name":"Rex","categoryId":7,"colour":{"a":[1.5,null]},"createdAt":1e400}',
    '{"__proto__":{"status":"sold"},"constructor":{"name":"x"},"then":1,"toJSON":2,"name":"Rex","categoryId":7}',
    '{"__proto__":{"status":"sold"},"toString":1,"name":"Rex","categoryId":7.0}',
    '{"toNewPet":1,"toString":2,"valueOf":3,"name":"Rex","categoryId":7}',
    '{"name":null,"categoryId":"x","name":"Rex","categoryId":7}',
    '{"name":null,"categoryId":1.5,"name":"Rex","categoryId":7.0}',
  ])('uses the documented members of %s, and the last of duplicates', async (text) => {
    const answer = await create(text);
    expect(answer.text).toBe('{"id":1,"name":"Rex","categoryId":7,"status":"available"}');
    expect({}).not.toHaveProperty('status');
  });

  it.each(['{"__proto__":{"name":"Rex","categoryId":7}}', '{"__proto__":{"name":"Rex","categoryId":7.0}}'])(
    'inherits nothing from %s',
    (text) =>
      expectRefused(
        text,
        `name is required: it must be ${nameRule}; categoryId is required: it must be ${categoryRule}.`,
      ),
  );
});
