import { chooseRequestId } from '@petstore/edge/request-state';
import { requestWith } from '@petstore/testing/raw';
import { useTestApp } from './testing/test-app.ts';

const app = useTestApp();

const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

const notStoredHeaders = { ...securityHeaders, 'cache-control': 'no-store' };

// `expectError` expects them of each other error.
it.each([
  [200, 'GET /v1/pets'],
  [200, 'HEAD /v1/pets'],
  [204, 'OPTIONS /v1/pets'],
  [404, 'GET /nothing'],
  [400, 'GET /%zz'],
  [400, 'CONNECT pets:443'],
  [200, 'GET /health/ready'],
])('the response %i to %s has the security headers, and no cache may store it', async (status, requestLine) => {
  expect(await app.send(requestLine)).toMatchObject({ status, headers: notStoredHeaders });
});

it.each(['/v1/pets', '/docs', '/openapi.json', '/nothing'])(
  'the response to %s names no framework, and leaves Strict-Transport-Security to the TLS proxy',
  async (path) => {
    const { headers } = await app.client.get(path);
    for (const name of ['x-powered-by', 'server', 'strict-transport-security'])
      expect(headers).not.toHaveProperty(name);
  },
);

describe('the request id', () => {
  const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  const requestIdFor = (...sent: string[]) =>
    chooseRequestId(requestWith('x-request-id', ...sent), (text) => text.includes('secret'));

  it.each([
    ['base64', 'c29tZSBieXRlcw+/=='],
    ['a path of services', 'shop/checkout:17@eu_1.a~b'],
    ['128 characters', 'x'.repeat(128)],
  ])('of the client is accepted: %s', (_, id) => {
    expect(requestIdFor(id)).toBe(id);
  });

  it.each([
    ['no header', []],
    ['129 characters', ['x'.repeat(129)]],
    ['a line feed', ['a\nb']],
    ['a C1 control sequence', ['\x9b31mred']],
    ['the same id twice', ['a', 'a']],
    ['an id with a secret', ['x-secret-y']],
  ])('is a new UUID for %s', (_, ids) => {
    expect(requestIdFor(...ids)).toMatch(uuid);
  });

  it.each(['GET /docs', 'GET /nothing', 'GET /v1/pets', 'PUT /v1/pets', 'OPTIONS /v1/pets', 'GET /%zz', 'GET http://'])(
    'of the client is in the response to %s and in its log line',
    async (line) => {
      const id = `client/${Buffer.from(line).toString('base64url')}`;
      const response = await app.send(line, { key: null, headers: [`X-Request-Id: ${id}`] });
      expect(response.headers['x-request-id']).toBe(id);
      expect(await app.log.accessLogLineOf(id)).toMatchObject({ status: response.status });
    },
  );
});
