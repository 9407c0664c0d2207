import { expectRequestId } from '@petstore/testing/check';
import { categoryRule, nameRule, petCreation, statusRule } from '../testing/create-pets.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp({}, 'each');

const { create, createPet, expectRejected } = petCreation(() => app);

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

  it('sets the status available if the request has no status', async () => {
    expect((await createPet({})).text).toBe('{"id":1,"name":"Rex","categoryId":7,"status":"available"}');
  });

  it.each([null, '', 'Available', 'sold ', 'lost', 0, true, ['sold'], {}])('rejects %j as status', async (status) => {
    await expectRejected(JSON.stringify({ name: 'Rex', categoryId: 7, status }), `status must be ${statusRule}.`);
  });

  it('reports all errors of a body at once', async () => {
    await expectRejected(
      '{"name":" ","categoryId":1.5,"status":null}',
      `status must be ${statusRule}; name must be ${nameRule}; categoryId must be ${categoryRule}.`,
    );
    await expectRejected(
      '{}',
      `name is required: it must be ${nameRule}; categoryId is required: it must be ${categoryRule}.`,
    );
  });

  it.each(['[]', '[{"name":"Rex","categoryId":7}]', '"Rex"', '7', '9223372036854775808', '1.5', 'true', 'null'])(
    'rejects %s, which is JSON but not an object',
    (text) => expectRejected(text, 'The body must be a JSON object.'),
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

  it.each(['{"__proto__":{"name":"Rex","categoryId":7}}', '{"__proto__":{"name":"Rex","categoryId":7.0}}'])(
    'does not inherit members from %s',
    (text) =>
      expectRejected(
        text,
        `name is required: it must be ${nameRule}; categoryId is required: it must be ${categoryRule}.`,
      ),
  );
});
