import type { Request } from '@petstore/testing/raw';

const origin = 'https://shop.example';
const names = ['Rex', 'Zoë', ' "Tom" \\ O\'Malley ', '🐕', 'x'.repeat(255)];
const statuses = ['available', 'pending', 'sold'];

const get = (path: string, headers: Request['headers'] = {}): Request => ({ method: 'GET', path, headers });

function create(newPet: object | string, headers: Request['headers'] = {}): Request {
  const body = typeof newPet === 'string' ? newPet : JSON.stringify(newPet);
  return { method: 'POST', path: '/v1/pets', headers: { 'Content-Type': 'application/json', ...headers }, body };
}

/** Returns the requests that `request` creates for the indices 0 to `count - 1`. */
const repeat = (count: number, request: (index: number) => Request) =>
  Array.from({ length: count }, (_, i) => request(i));

const newPet = (index: number) => ({
  name: names[index % names.length]!,
  categoryId: index - 5,
  ...(index % 4 > 0 && { status: statuses[(index % 4) - 1] }),
});

const creates: readonly Request[] = [
  ...repeat(40, (index) => create(newPet(index))),
  ...repeat(20, (index) => create(newPet(index), { 'Idempotency-Key': `key-${index}` })),
  create('{"name":"Rex","categoryId":9223372036854775807}'),
  create('{"name":"Rex","categoryId":-9223372036854775808.0,"id":7}'),
];

const repeatedCreates: readonly Request[] = [
  ...repeat(20, (index) => create(newPet(index), { 'Idempotency-Key': `"key-${index}"` })),
  ...repeat(10, (index) => create(newPet(index + 1), { 'Idempotency-Key': `key-${index}` })),
];

const lists: readonly Request[] = [
  ...repeat(20, (index) => get(`/v1/pets?limit=${index + 1}`)),
  ...statuses.flatMap((status) => repeat(6, (index) => get(`/v1/pets?status=${status}&limit=${index * 3 + 1}`))),
  get('/v1/pets', { Origin: origin }),
  get('/v1/pets/', { 'X-Forwarded-For': '203.0.113.9' }),
  get('/v1/pets?limit=2', { 'X-Request-Id': 'chosen-by-the-client' }),
  { ...get('/v1/pets?limit=3'), method: 'HEAD' },
];

const gets: readonly Request[] = [
  ...repeat(20, (index) => get(`/v1/pets/${index + 1}`)),
  get('/v1/pets/1', { Origin: origin }),
  { ...get('/v1/pets/2'), method: 'HEAD' },
  ...['0', '999999', '9223372036854775808', 'x', '1e0', '%31', '%FF'].map((id) => get(`/v1/pets/${id}`)),
];

const action = (path: string, headers: Request['headers'] = {}): Request => ({ method: 'POST', path, headers });

function send(method: 'POST' | 'PATCH', path: string, body: string, headers: Request['headers'] = {}): Request {
  return { method, path, headers: { 'Content-Type': 'application/json', ...headers }, body };
}

const placeOrder = (body: string, headers: Request['headers'] = {}) => send('POST', '/v1/store/orders', body, headers);
const updatePet = (petId: number, body: string) =>
  send('PATCH', `/v1/pets/${petId}`, body, { 'Content-Type': 'application/merge-patch+json' });

/** Orders and changes of the created animals. The service must have the beta operations. */
const betaRequests: readonly Request[] = [
  ...repeat(20, (index) => placeOrder(`{"petId":${index + 1},"reference":"order ${index}"}`)),
  ...repeat(5, () => placeOrder('{"petId":30}', { 'Idempotency-Key': 'order-30' })),
  placeOrder('{"petId":31}', { 'Idempotency-Key': 'order-30' }),
  ...repeat(8, (index) => action(`/v1/store/orders/${index + 1}/complete`)),
  ...repeat(8, (index) => action(`/v1/store/orders/${index * 2 + 1}/cancel`)),
  ...repeat(8, (index) => action(`/v1/store/orders/${index * 3 + 1}/return`)),
  ...repeat(12, (index) => updatePet(index + 1, `{"name":"changed ${index}","status":"${statuses[index % 3]}"}`)),
  ...['', '{', '[]', '{"name":null}', '{"status":"gone"}', '{"categoryId":1.5}'].map((body) => updatePet(50, body)),
  ...['', '{', '[]', '{}', '{"petId":"1"}', '{"petId":999999}', '{"petId":1,"reference":" "}'].map((body) =>
    placeOrder(body),
  ),
  ...['', '?limit=3', '?status=placed', '?petId=30', '?petId=x', '?status=lost', '/1', '/x', '/999999'].map((rest) =>
    get(`/v1/store/orders${rest}`),
  ),
  action('/v1/store/orders/1/complete', { Authorization: '' }),
  { method: 'DELETE', path: '/v1/store/orders/1' },
];

const invalidRequests: readonly Request[] = [
  get('/v1/pets', { Authorization: '' }),
  get('/v1/pets', { Authorization: 'Bearer pets_invalid' }),
  get('/v1/pets/1', { Authorization: 'Basic eDp5' }),
  create({ name: 'Rex', categoryId: 7 }, { Authorization: '' }),
  ...['limit=0', 'limit=101&status=gone', 'limit=1&limit=2', 'cursor=x', 'cursor='].map((query) =>
    get(`/v1/pets?${query}`),
  ),
  ...[
    '',
    '{',
    '[]',
    'null',
    '{}',
    '{"name":"","categoryId":1.5}',
    '{"name":"Rex","categoryId":9223372036854775808}',
  ].map((body) => create(body)),
  create('{"name":"\\ud800","categoryId":1,"status":"gone"}'),
  create({ name: 'Rex', categoryId: 7 }, { 'Idempotency-Key': '' }),
  create({ name: 'Rex', categoryId: 7 }, { 'Idempotency-Key': 'x'.repeat(300) }),
  create({ name: 'Rex', categoryId: 7 }, { 'Content-Type': 'text/plain' }),
  create({ name: 'Rex', categoryId: 7 }, { 'Content-Encoding': 'gzip' }),
  create({ name: 'Rex', categoryId: 7 }, { 'Content-Type': 'application/json; charset=utf-16' }),
  ...['PUT', 'DELETE', 'PATCH'].map((method) => ({ method, path: '/v1/pets' })),
  ...['/nothing', '/v1', '/v1/pets/1/2', '/docs/nothing'].map((path) => get(path)),
  get('/v1/pets', { Expect: 'tea' }),
];

const others: readonly Request[] = [
  { method: 'OPTIONS', path: '/v1/pets', headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' } },
  {
    method: 'OPTIONS',
    path: '/v1/pets',
    headers: { Origin: 'https://other.example', 'Access-Control-Request-Method': 'POST' },
  },
  { method: 'OPTIONS', path: '/v1/pets' },
  ...['/', '/docs', '/openapi.json', '/openapi.yaml', '/health/live', '/health/ready'].map((path) => get(path)),
];

/** Requests that a test sends one after another. */
export const sequentialRequests: readonly Request[] = [
  ...creates,
  ...repeatedCreates,
  ...lists,
  ...gets,
  ...betaRequests,
  ...invalidRequests,
  ...others,
];

/** Requests that a test sends concurrently: every second request of those that create nothing. */
export const concurrentReads = [...lists, ...gets, ...invalidRequests]
  .filter((_, index) => index % 2 === 0)
  .slice(0, 50);

/**
 * Creates that a test sends concurrently: 20 without an idempotency key, and 30 with 15 keys. Only the ids depend on the order in
 * which the service executes the creates.
 */
export const concurrentCreates: readonly Request[] = repeat(50, (index) =>
  index < 20
    ? create({ name: `concurrent ${index}`, categoryId: index })
    : create(
        { name: `concurrent ${index % 15}, with a key`, categoryId: 1 },
        { 'Idempotency-Key': `concurrent-${index % 15}` },
      ),
);

/** Texts of requests that an HTTP client cannot send. */
export function rawRequests(key: string): string[] {
  const headers = `Host: pets\r\nAuthorization: Bearer ${key}\r\nConnection: close`;
  const lines = ['GET http://pets/v1/pets HTTP/1.1', 'GET /v1/pets# HTTP/1.1', 'GET /v1/pets HTTP/1.1\r\nExpect: tea'];
  return [
    'garbage\r\n\r\n',
    ...lines.map((line) => `${line}\r\n${headers}\r\n\r\n`),
    `POST /v1/pets HTTP/1.1\r\n${headers}\r\nContent-Type: application/json\r\nContent-Length: 9999999\r\n\r\n`,
    `GET /v1/pets HTTP/1.1\r\n${headers}\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`,
  ];
}
