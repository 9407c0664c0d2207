import { OrderId } from '@petstore/store-domain';
import { expectRequestId } from '@petstore/testing/check';
import { expectError } from '../testing/expect-error.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

/** The allowed names as the error messages describe them. */
const nameRule = 'a string of 1 to 255 Unicode characters, not only white space, without U+0000 or lone surrogates';

let app: TestApp;

beforeEach(async () => {
  app = await startTestApp();
});

afterEach(() => app.close());

const create = (text: string) => app.client.post('/v1/store/orders').set('Content-Type', 'application/json').send(text);

describe('createOrder', () => {
  it('returns 201 with the order and its path', async () => {
    const response = await create('{"name":"First"}');
    expect(response.status).toBe(201);
    expect(response.text).toBe('{"id":1,"name":"First"}');
    expect(response.headers).toMatchObject({
      location: '/v1/store/orders/1',
      'content-type': 'application/json',
      'cache-control': 'no-store',
    });
    expectRequestId(response);
    expect((await app.client.get(response.headers['location']!)).text).toBe(response.text);
  });

  it('assigns a different id to every order', async () => {
    const responses = [await create('{"name":"First"}'), await create('{"name":"First"}')];
    expect(responses.map(({ body }) => body.id)).toStrictEqual([1, 2]);
  });

  it.each(['F', '  First\t', '"First" \\', 'Zoe\u0308', '\u{1f408}'.repeat(255)])(
    'stores %j unchanged',
    async (name) => {
      const response = await create(JSON.stringify({ name }));
      expect(response.status).toBe(201);
      expect(response.body.name).toBe(name);
    },
  );

  it.each(['""', '" "', '"\\u0000"', '"\\ud83d"', `"${'x'.repeat(256)}"`, 'null', '7', '["First"]', '{}'])(
    'rejects the name %s and stores nothing',
    async (name) => {
      expect(expectError(await create(`{"name":${name}}`), 'invalid_body')).toBe(`name must be ${nameRule}.`);
      expect(await app.orders.find(OrderId.restore('1'))).toBeUndefined();
    },
  );

  it('rejects a body without a name', async () => {
    expect(expectError(await create('{}'), 'invalid_body')).toBe(`name is required: it must be ${nameRule}.`);
  });

  it('ignores members that NewOrder does not name', async () => {
    expect((await create('{"id":99,"name":"First","other":[1]}')).text).toBe('{"id":1,"name":"First"}');
  });
});
