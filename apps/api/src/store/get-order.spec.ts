import { DatabaseUnavailable } from '@petstore/database';
import { Order, OrderName } from '@petstore/store-domain';
import { expectRequestId } from '@petstore/testing/check';
import { expectError } from '../testing/expect-error.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  await app.orders.add({ name: OrderName.of('First') });
});

afterAll(() => app.close());

describe('getOrder', () => {
  it('returns the order', async () => {
    const response = await app.client.get('/v1/store/orders/1');
    expect(response.status).toBe(200);
    expect(response.text).toBe('{"id":1,"name":"First"}');
    expect(response.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
    expectRequestId(response);
  });

  it.each(['9223372036854775807', '9007199254740993'])('reads and returns the id %s exactly', async (id) => {
    jest
      .spyOn(app.orders, 'find')
      .mockImplementation(async ({ decimal }) => (decimal === id ? Order.restore({ id, name: 'Large' }) : undefined));
    expect((await app.client.get(`/v1/store/orders/${id}`)).text).toBe(`{"id":${id},"name":"Large"}`);
  });

  it.each(['0', '-1', '2', '9223372036854775807'])('returns 404 if no order has the id %s', async (id) => {
    expectError(await app.client.get(`/v1/store/orders/${id}`), 'order_not_found');
  });

  it.each(['9223372036854775808', '01', '+1', '1.0', '1e0', 'abc', '%201', '1%2F2'])(
    'returns 404 without a query for %s, which is not an id',
    async (id) => {
      const find = jest.spyOn(app.orders, 'find');
      expectError(await app.client.get(`/v1/store/orders/${id}`), 'order_not_found');
      expect(find).not.toHaveBeenCalled();
    },
  );

  it('returns 503 if the database is not available', async () => {
    jest.spyOn(app.orders, 'find').mockRejectedValue(new DatabaseUnavailable(new Error('gone')));
    expectError(await app.client.get('/v1/store/orders/1'), 'service_unavailable');
  });
});
