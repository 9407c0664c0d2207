import type { PetstoreClient } from './index.ts';
import { errorResponse, FakeServer, jsonResponse } from './testing/fake-server.ts';

// `client.e2e.spec.ts` calls the service. These tests check each request, exact integers, and wrong arguments.

/** A body that is an animal and an order. */
const text =
  '{"id":9223372036854775807,"petId":9007199254740993,"name":"9007199254740993","categoryId":7,"status":"sold"}';
const body = {
  id: 9223372036854775807n,
  petId: 9007199254740993n,
  name: '9007199254740993',
  categoryId: 7,
  status: 'sold',
};

type Operation = (client: PetstoreClient) => Promise<unknown>;

it.each<[string, string | undefined, Operation]>([
  [
    'POST /pets',
    '{"name":"Rex","categoryId":-9007199254740993}',
    ({ pets }) => pets.create({ name: 'Rex', categoryId: -9007199254740993n }),
  ],
  ['GET /pets/9223372036854775807', undefined, ({ pets }) => pets.get(9223372036854775807n)],
  ['PATCH /pets/-1', '{"status":"sold"}', ({ pets }) => pets.update(-1, { status: 'sold', name: undefined })],
  [
    'POST /store/orders',
    '{"petId":9007199254740993}',
    ({ orders }) => orders.place({ petId: 9007199254740993n, reference: undefined }),
  ],
  ['GET /store/orders/12', undefined, ({ orders }) => orders.get(12)],
  ['POST /store/orders/12/complete', undefined, ({ orders }) => orders.complete(12)],
  ['POST /store/orders/12/cancel', undefined, ({ orders }) => orders.cancel(12)],
  ['POST /store/orders/12/return', undefined, ({ orders }) => orders.return(12)],
])('%s is sent with the body %s, and the response is returned exactly', async (line, sent, operation) => {
  const service = new FakeServer(jsonResponse(200, text));
  expect(await operation(service.client())).toEqual(body);
  const { method, headers, body: sentBody } = service.requests[0]!;
  expect([`${method} ${service.paths}`, sentBody ?? undefined]).toEqual([line, sent]);
  const { 'content-type': type, 'idempotency-key': key, ...others } = Object.fromEntries(headers);
  expect(others).toEqual({ accept: 'application/json', authorization: 'Bearer pets_key' });
  const types: Record<string, string> = { POST: 'application/json', PATCH: 'application/merge-patch+json' };
  expect(type).toBe(sent && types[method!]);
  expect(key).toEqual(sent && method === 'POST' ? expect.stringMatching(/^\d+-\d+-\d+-\d+$/) : undefined);
});

it('a create sends a new idempotency key with each call, or the key that the caller passes', async () => {
  const service = new FakeServer(...[1, 2, 3, 4].map(() => jsonResponse(201, text)));
  const { pets, orders } = service.client();
  // Browsers have this function only on pages of https and of localhost, so the client must not need it.
  jest.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    throw new TypeError('crypto.randomUUID is not a function');
  });
  await pets.create({ name: 'Rex', categoryId: 7 });
  await orders.place({ petId: 42 });
  await orders.place({ petId: 42 }, { idempotencyKey: null as never });
  await orders.place({ petId: 42 }, { idempotencyKey: 'adoption-117' });
  const [first, second, third, last] = service.requests.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(new Set([first, second, third, null, 'null']).size).toBe(5);
  expect(last).toBe('adoption-117');
});

it('pets.delete sends no body, and is fulfilled with nothing by a response without a body', async () => {
  const service = new FakeServer(new Response(null, { status: 204 }));
  expect(await service.client().pets.delete(9223372036854775807n)).toBeUndefined();
  expect(service.requests).toMatchObject([{ method: 'DELETE', body: null }]);
  expect(service.paths).toEqual(['/pets/9223372036854775807']);
});

it('a response without a body is unexpected where the service sends one, and a body where it sends none', async () => {
  const service = new FakeServer(new Response(null, { status: 204 }), jsonResponse(200, text));
  const { pets } = service.client();
  const unexpected = expect.objectContaining({ code: 'unexpected_response' });
  await expect(pets.get(1)).rejects.toEqual(unexpected);
  await expect(pets.delete(1)).rejects.toEqual(unexpected);
});

it.each<[string, string | string[] | undefined, string | null]>([
  ['one tag', '"1"', '"1"'],
  ['several tags', ['"1"', '"2"'], '"1", "2"'],
  ['any tag', '*', '*'],
  ['no option', undefined, null],
])('ifMatch sends %s as If-Match, and precondition_failed is not retried', async (_, ifMatch, header) => {
  const service = new FakeServer(...[1, 2].map(() => errorResponse(412, 'precondition_failed')));
  const { pets } = service.client();
  const failed = expect.objectContaining({ code: 'precondition_failed', status: 412 });
  await expect(pets.update(1, { name: 'Tom' }, { ifMatch })).rejects.toEqual(failed);
  await expect(pets.delete(1, { ifMatch })).rejects.toEqual(failed);
  expect(service.requests.map(({ headers }) => headers.get('If-Match'))).toEqual([header, header]);
});

const rounded = 2 ** 53;
const notExact = ' must be a safe integer or a bigint';

it.each<[string, Operation]>([
  ['newPet must be an object', ({ pets }) => pets.create(undefined as never)],
  [`categoryId${notExact}`, ({ pets }) => pets.create({ name: 'Rex', categoryId: rounded })],
  ['Headers', ({ pets }) => pets.create({ name: 'Rex', categoryId: 7 }, { idempotencyKey: 'a\nb' })],
  [`petId${notExact}`, ({ pets }) => pets.get(rounded)],
  [`petId${notExact}`, ({ pets }) => pets.update(rounded, {})],
  [`petId${notExact}`, ({ pets }) => pets.delete(rounded)],
  ['Headers', ({ pets }) => pets.delete(1, { ifMatch: '"1"\n"2"' })],
  [
    'idempotencyKey must not be empty',
    ({ pets }) => pets.create({ name: 'Rex', categoryId: 7 }, { idempotencyKey: '' }),
  ],
  ['idempotencyKey must not be empty', ({ orders }) => orders.place({ petId: 42 }, { idempotencyKey: ' ' })],
  ['ifMatch must not be empty', ({ pets }) => pets.update(1, {}, { ifMatch: ' ' })],
  ['ifMatch must not be empty', ({ pets }) => pets.update(1, {}, { ifMatch: null as never })],
  ['ifMatch must not be empty', ({ pets }) => pets.delete(1, { ifMatch: [] })],
  ['update must be an object', ({ pets }) => pets.update(1, null as never)],
  [`categoryId${notExact}`, ({ pets }) => pets.update(1, { categoryId: 1.5 })],
  ['newOrder must be an object', ({ orders }) => orders.place(42 as never)],
  [`petId${notExact}`, ({ orders }) => orders.place({ petId: rounded })],
  [`petId${notExact}`, ({ orders }) => orders.list({ petId: rounded }).toArray({ max: 1 })],
  [`orderId${notExact}`, ({ orders }) => orders.get(rounded)],
  [`orderId${notExact}`, ({ orders }) => orders.cancel(rounded)],
  ['types must have at least one type', ({ events }) => events.follow({ types: [] }).next()],
])('a wrong argument throws a TypeError that says "%s", and nothing is sent', async (message, operation) => {
  const service = new FakeServer();
  const error = expect.objectContaining({ name: 'TypeError', message: expect.stringContaining(message) });
  await expect(operation(service.client())).rejects.toEqual(error);
  expect(service.requests).toEqual([]);
});
