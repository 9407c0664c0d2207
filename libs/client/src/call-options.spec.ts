import { PetstoreClient, type CallOptions, type PetMirrorStore, type PetstoreError } from './index.ts';
import type { operations as Operations } from './openapi.ts';
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

/** The operations of the document about animals and orders. */
type OperationId = Extract<keyof Operations, `${string}${'Pet' | 'Order'}${'' | 's'}`>;

/** The method of the client for each operation. The compiler requires that of a new one. */
const methods: Record<OperationId, Operation> = {
  listPets: ({ pets }, options) => pets.list({}, options)[Symbol.asyncIterator]().next(),
  createPet: ({ pets }, options) => pets.create(rex, options),
  getPet: ({ pets }, options) => pets.get(1, options),
  updatePet: ({ pets }, options) => pets.update(1, { name: 'Tom' }, options),
  deletePet: ({ pets }, options) => pets.delete(1, options),
  listOrders: ({ orders }, options) => orders.list({}, options).pages().next(),
  placeOrder: ({ orders }, options) => orders.place({ petId: 1 }, options),
  getOrder: ({ orders }, options) => orders.get(1, options),
  completeOrder: ({ orders }, options) => orders.complete(1, options),
  cancelOrder: ({ orders }, options) => orders.cancel(1, options),
  returnOrder: ({ orders }, options) => orders.return(1, options),
};

const operations: [string, Operation][] = [
  ...Object.entries(methods),
  ['pets.list().pages', ({ pets }, options) => pets.list({}, options).pages().next()],
  ['pets.list().toArray', ({ pets }, options) => pets.list({}, options).toArray({ max: 1 })],
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

it.each([...operations, ...endless])('%s tells onRetry the error and the pause before each retry', async (_, call) => {
  const service = new FakeServer(
    connectionRefused(),
    errorResponse(503, 'service_unavailable', { 'Retry-After': '2' }),
    refused(),
  );
  const retries: unknown[] = [];
  const onRetry = ({ code }: PetstoreError, delay: number) => retries.push([code, delay]);
  expect(await settle(call(service.client(), { onRetry }))).toMatchObject({ status: 401 });
  expect(retries).toEqual([
    ['network_error', 250],
    ['service_unavailable', 2_500],
  ]);
});

it('an error of onRetry rejects the call, without a retry', async () => {
  const service = new FakeServer(connectionRefused());
  const thrown = new Error('mine');
  const onRetry = () => {
    throw thrown;
  };
  for (const [, call] of endless) {
    expect(await settle(call(new FakeServer(connectionRefused()).client(), { onRetry }))).toBe(thrown);
  }
  expect(await settle(service.client().pets.get(1, { onRetry }))).toBe(thrown);
});

/** What runtimes throw if the program is wrong or lacks a permission. The messages are those of V8, JavaScriptCore, SpiderMonkey, QuickJS, Chromium, Firefox, Node and Deno. */
const faults: [string, string, unknown?][] = [
  ['TypeError', 'globalThis.fetch is not a function'],
  ['TypeError', 'not a function'],
  ['TypeError', "undefined is not an object (evaluating 'x.fetch')"],
  ['TypeError', "Cannot read properties of undefined (reading 'headers')"],
  ['TypeError', "cannot read property 'headers' of undefined"],
  ['TypeError', 'can\'t access property "headers", response is undefined'],
  ['TypeError', 'response is null'],
  ['TypeError', 'headers is not iterable'],
  ['TypeError', 'Cannot convert undefined or null to object'],
  ['TypeError', 'Illegal invocation'],
  ['TypeError', "Failed to execute 'fetch' on 'Window': Illegal invocation"],
  ['TypeError', "Failed to construct 'Request': the URL is relative"],
  ['TypeError', 'Failed to parse URL from /v1/pets', new Error('Invalid URL')],
  ['TypeError', 'Window.fetch: /v1/pets is not a valid URL.'],
  ['TypeError', 'fetch failed', new Error('bad port')],
  ['TypeError', 'fetch failed', Object.assign(new Error('Access denied'), { code: 'ERR_ACCESS_DENIED' })],
  ['ReferenceError', 'fetch is not defined'],
  ['NotCapable', 'Requires net access to "127.0.0.1:80", run again with the --allow-net flag'],
];

it.each(faults)('every call rejects with a %s "%s" that fetch throws, without a retry', async (...fault) => {
  const [name, message, cause] = fault;
  const thrown = Object.assign(new Error(message, { cause }), { name });
  for (const [, call] of [...operations, ...endless]) {
    const service = new FakeServer(thrown);
    expect(await settle(call(service.client(), {}))).toBe(thrown);
    expect(service.requests).toHaveLength(1);
  }
});

it.each([...operations, ...endless])('%s rejects if the runtime has no fetch', async (_, call) => {
  const { fetch } = globalThis;
  try {
    Object.assign(globalThis, { fetch: undefined });
    const client = new PetstoreClient({ baseUrl: 'http://pets.example/v1', apiKey: 'pets_key' });
    const error = await settle(call(client, {}));
    expect(error).toEqual(new TypeError('fetch is not a function: pass it as an option'));
  } finally {
    Object.assign(globalThis, { fetch });
  }
});

/** What runtimes throw if a connection fails: Node, Deno, Bun, workerd, Chromium, Firefox, Safari and React Native. */
it.each<[string, string, unknown?]>([
  ['TypeError', 'fetch failed', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
  ['TypeError', 'terminated'],
  ['TypeError', 'error sending request for url (http://pets.example/v1/pets): client error (Connect)'],
  ['Error', 'Unable to connect. Is the computer able to access the url?'],
  ['Error', 'Network connection lost.'],
  ['TypeError', 'Failed to fetch'],
  ['TypeError', 'network error'],
  ['TypeError', 'NetworkError when attempting to fetch resource.'],
  ['TypeError', 'Load failed'],
  ['TypeError', 'Network request failed'],
  ['FetchError', 'request to http://pets.example/v1/pets failed, reason: socket hang up'],
])('a call is retried after the %s "%s" of a failed connection', async (...failure) => {
  const [name, message, cause] = failure;
  const service = new FakeServer(Object.assign(new Error(message, { cause }), { name }), refused());
  expect(await settle(service.client().pets.get(1))).toMatchObject({ status: 401 });
  expect(service.requests).toHaveLength(2);
});

const { signal } = new AbortController();

it.each<[string, object]>([
  ['signal', { signal }],
  ['timeout', { timeout: 5 }],
  ['retries', { retries: 0 }],
  ['onResponse', { onResponse: () => undefined }],
  ['onRetry', { onRetry: () => undefined }],
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
