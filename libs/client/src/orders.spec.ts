import { FakeServer, jsonResponse } from './testing/fake-server.ts';

const order = {
  id: 12,
  petId: 42,
  status: 'placed',
  reference: 'adoption-2026-117',
  placedAt: '2026-11-22T10:15:30.123Z',
  updatedAt: '2026-11-22T10:15:30.123Z',
};
const orderText = JSON.stringify(order);
const ordersUrl = 'http://pets.example/v1/store/orders';

describe('place', () => {
  it('sends a NewOrder and returns the Order', async () => {
    const service = new FakeServer(jsonResponse(201, orderText, { Location: '/v1/store/orders/12' }));
    const placed = await service.client().orders.place({ petId: 42, reference: 'adoption-2026-117' });
    expect(placed).toEqual(order);
    const { headers, ...request } = service.requests[0]!;
    expect(request).toMatchObject({
      method: 'POST',
      url: ordersUrl,
      body: '{"petId":42,"reference":"adoption-2026-117"}',
    });
    expect(Object.fromEntries(headers)).toEqual({
      accept: 'application/json',
      authorization: 'Bearer pets_key',
      'content-type': 'application/json',
      'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('keeps int64 exact in the request and in the response', async () => {
    const exact = '{"id":9223372036854775807,"petId":9007199254740993,"status":"placed"}';
    const service = new FakeServer(jsonResponse(201, exact));
    const placed = await service.client().orders.place({ petId: 9007199254740993n, reference: undefined });
    expect(service.requests[0]?.body).toBe('{"petId":9007199254740993}');
    expect(placed).toEqual({ id: 9223372036854775807n, petId: 9007199254740993n, status: 'placed' });
  });

  it('sends a new idempotency key with each call, or the key that the caller passes', async () => {
    const service = new FakeServer(...Array.from({ length: 3 }, () => jsonResponse(201, orderText)));
    const { orders } = service.client();
    await orders.place({ petId: 42 });
    await orders.place({ petId: 42 });
    await orders.place({ petId: 42 }, { idempotencyKey: 'adoption-117' });
    const keys = service.requests.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[0]).not.toBe(keys[1]);
    expect(keys[2]).toBe('adoption-117');
  });

  it.each<[unknown, string]>([
    [undefined, 'newOrder must be an object'],
    [null, 'newOrder must be an object'],
    [42, 'newOrder must be an object'],
    [{ petId: 2 ** 53 }, 'petId must be a safe integer or a bigint'],
  ])('throws TypeError and sends nothing for the order %p', async (newOrder, message) => {
    const service = new FakeServer();
    const placing = service.client().orders.place(newOrder as never);
    await expect(placing).rejects.toMatchObject({ name: 'TypeError', message: expect.stringContaining(message) });
    expect(service.requests).toEqual([]);
  });
});

it.each(['complete', 'cancel', 'return'] as const)('%s posts the transition of the order', async (transition) => {
  const service = new FakeServer(jsonResponse(200, orderText));
  expect(await service.client().orders[transition](9223372036854775807n)).toEqual(order);
  expect(service.requests).toMatchObject([
    { method: 'POST', url: `${ordersUrl}/9223372036854775807/${transition}`, body: null },
  ]);
});

it('get requests the order', async () => {
  const service = new FakeServer(jsonResponse(200, orderText));
  expect(await service.client().orders.get(12)).toEqual(order);
  expect(service.requests).toMatchObject([{ method: 'GET', url: `${ordersUrl}/12`, body: null }]);
});

it.each(['get', 'complete', 'cancel', 'return'] as const)(
  '%s throws TypeError and sends nothing if the id may have been rounded',
  async (operation) => {
    const service = new FakeServer();
    const calling = service.client().orders[operation](2 ** 53);
    await expect(calling).rejects.toThrow(/^orderId must be a safe integer or a bigint/);
    expect(service.requests).toEqual([]);
  },
);

it.each(['get', 'complete', 'cancel', 'return'] as const)(
  '%s rejects with the reason of the signal',
  async (operation) => {
    const reason = new Error('enough');
    const calling = new FakeServer().client().orders[operation](12, { signal: AbortSignal.abort(reason) });
    await expect(calling).rejects.toBe(reason);
  },
);

it.each([
  '{}',
  'null',
  '[]',
  '{"id":"12","petId":42,"status":"placed"}',
  '{"id":12,"status":"placed"}',
  '{"id":12,"petId":42}',
])('rejects the response %p', async (text) => {
  const service = new FakeServer(jsonResponse(200, text));
  await expect(service.client().orders.get(12)).rejects.toMatchObject({ code: 'unexpected_response', status: 200 });
});
