import type { CallOptions, PetMirrorStore, PetstoreClient } from './index.ts';
import {
  connectionRefused,
  errorResponse,
  FakeServer,
  jsonResponse,
  settle,
  useFakeTimers,
} from './testing/fake-server.ts';

useFakeTimers();

const store: PetMirrorStore = { load: async () => undefined, reset: async () => undefined, put: async () => undefined };
const rex = { name: 'Rex', categoryId: 7 };

type Operation = (client: PetstoreClient, options: CallOptions) => Promise<unknown>;

const operations: [string, Operation][] = [
  ['pets.create', ({ pets }, options) => pets.create(rex, options)],
  ['pets.get', ({ pets }, options) => pets.get(1, options)],
  ['pets.update', ({ pets }, options) => pets.update(1, { name: 'Tom' }, options)],
  ['pets.delete', ({ pets }, options) => pets.delete(1, options)],
  ['pets.list', ({ pets }, options) => pets.list({}, options)[Symbol.asyncIterator]().next()],
  ['pets.list().pages', ({ pets }, options) => pets.list({}, options).pages().next()],
  ['pets.list().toArray', ({ pets }, options) => pets.list({}, options).toArray({ max: 1 })],
  ['orders.list', ({ orders }, options) => orders.list({}, options).pages().next()],
  ['orders.place', ({ orders }, options) => orders.place({ petId: 1 }, options)],
  ['orders.get', ({ orders }, options) => orders.get(1, options)],
  ['orders.complete', ({ orders }, options) => orders.complete(1, options)],
  ['orders.cancel', ({ orders }, options) => orders.cancel(1, options)],
  ['orders.return', ({ orders }, options) => orders.return(1, options)],
];

/** A response that is not retried: a test that expects no request then fails at once if the client sends one. */
const refused = () => errorResponse(401, 'invalid_api_key');

/** These retry without end, whatever `retries` is. */
const endless: [string, Operation][] = [
  ['events.follow', ({ events }, options) => events.follow({}, options).next()],
  ['pets.mirror', ({ pets }, options) => pets.mirror(store, options)],
];

it.each([...operations, ...endless])('%s rejects with the reason of its signal, and sends nothing', async (_, call) => {
  const service = new FakeServer(refused());
  const reason = new Error('the user left');
  expect(await settle(call(service.client(), { signal: AbortSignal.abort(reason) }))).toBe(reason);
  expect(service.requests).toEqual([]);
});

it.each([...operations, ...endless])('%s refuses an invalid timeout, and sends nothing', async (_, call) => {
  const service = new FakeServer(refused());
  expect(await settle(call(service.client(), { timeout: 0 }))).toEqual(
    new TypeError('timeout must be 1 to 2147483647 milliseconds, not 0'),
  );
  expect(service.requests).toEqual([]);
});

it.each(operations)('%s takes timeout and retries from its options', async (_, call) => {
  const service = new FakeServer('no response', 'no response');
  const error = await settle(call(service.client(), { timeout: 10, retries: 1 }));
  expect(error).toMatchObject({ code: 'timeout', message: 'No response within 10 ms.' });
  expect(service.times).toEqual([0, 260]);
});

it.each(operations)('%s refuses invalid retries, and sends nothing', async (_, call) => {
  const service = new FakeServer(refused());
  expect(await settle(call(service.client(), { retries: 1.5 }))).toEqual(
    new TypeError('retries must be 0, a positive integer or Infinity, not 1.5'),
  );
  expect(service.requests).toEqual([]);
});

it.each(endless)('%s takes timeout from its options, and retries even if retries is 0', async (_, call) => {
  const service = new FakeServer('no response', refused());
  expect(await settle(call(service.client({ retries: 0 }), { timeout: 10, retries: 0 }))).toMatchObject({
    status: 401,
  });
  expect(service.times).toEqual([0, 260]);
});

it('with infinite retries, a call is retried until it succeeds, also after a long Retry-After', async () => {
  const limited = errorResponse(429, 'rate_limited', { 'Retry-After': '61' });
  const failures = [limited, ...Array.from({ length: 4 }, connectionRefused)];
  const service = new FakeServer(...failures, jsonResponse(200, '{"id":1,"name":"Rex"}'));
  expect(await settle(service.client().pets.get(1, { retries: Infinity }))).toMatchObject({ id: 1 });
  expect(service.requests).toHaveLength(6);
});

it.each([...operations, ...endless])('%s shows the responses of all attempts to onResponse', async (_, call) => {
  const service = new FakeServer(
    errorResponse(503, 'service_unavailable', { ETag: '"first"' }),
    errorResponse(404, 'pet_not_found', { ETag: '"second"' }),
  );
  const responses: unknown[] = [];
  const onResponse = ({ status, headers }: Response) => responses.push([status, headers.get('ETag')]);
  await settle(call(service.client(), { onResponse }));
  expect(responses).toEqual([
    [503, '"first"'],
    [404, '"second"'],
  ]);
});

it('an error of onResponse rejects the call, without a retry', async () => {
  const service = new FakeServer(jsonResponse(200, '{"id":1,"name":"Rex"}'));
  const thrown = new Error('mine');
  const onResponse = () => {
    throw thrown;
  };
  expect(await settle(service.client().pets.get(1, { onResponse }))).toBe(thrown);
});

const { signal } = new AbortController();

it.each<[string, object]>([
  ['signal', { signal }],
  ['timeout', { timeout: 5 }],
  ['retries', { retries: 0 }],
  ['onResponse', { onResponse: () => undefined }],
  ['pollInterval', { pollInterval: 5 }],
])(
  '%s in the query of a list or of the events throws a TypeError, because it would be ignored',
  async (name, query) => {
    const service = new FakeServer(refused());
    const { pets, orders, events } = service.client();
    const message = `${name} is not part of the query: pass it in the options, the last argument`;
    // Release 1.0.0 took the signal of `pets.list` from the query.
    const lists = name === 'signal' ? [orders.list(query)] : [orders.list(query), pets.list(query)];
    for (const call of [...lists.map((list) => list.pages().next()), events.follow(query).next()]) {
      await expect(call).rejects.toThrow(new TypeError(message));
    }
    expect(service.requests).toEqual([]);
  },
);

it('pets.list also takes the signal from its query, as in 1.0.0', async () => {
  const list = new FakeServer(refused()).client().pets.list({ signal: AbortSignal.abort('enough') });
  await expect(list.pages().next()).rejects.toBe('enough');
});
