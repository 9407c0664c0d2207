import { DatabaseUnavailable } from '@petstore/database';
import { NewPet } from '@petstore/pets-domain';
import type { HttpResponse } from '@petstore/testing/raw';
import { expectError } from './testing/expect-error.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

const shop = 'https://shop.example';
const desk = 'http://localhost:5173';

let app: TestApp;

async function start(...corsOrigins: string[]): Promise<void> {
  app = await startTestApp({ corsOrigins });
  await app.pets.add(NewPet.of({ name: 'Rex', categoryId: 7 }).register('key_1'));
}

const sendFrom = (origin: string, requestLine: string, key?: null) =>
  app.send(requestLine, { key, headers: [`Origin: ${origin}`] });

const preflight = (path: string, origin: string) => {
  const request = ['Access-Control-Request-Method: POST', 'Access-Control-Request-Headers: authorization,content-type'];
  return app.send(`OPTIONS ${path}`, { key: null, headers: [`Origin: ${origin}`, ...request] });
};

const corsHeaders = ({ headers }: Pick<HttpResponse, 'headers'>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control')));

/** Never `Access-Control-Allow-Credentials`: scripts send their API key themselves. */
const responseHeadersFor = (origin: string) => ({ 'access-control-allow-origin': origin, ...exposedHeaders });

const exposedHeaders = {
  'access-control-expose-headers':
    'Accept-Patch, Allow, Deprecation, ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, Sunset, WWW-Authenticate, X-Request-Id',
};

const preflightHeadersFor = (origin: string) => ({
  ...responseHeadersFor(origin),
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, If-Match, X-Request-Id, traceparent',
  'access-control-max-age': '7200',
});

describe('the service with two allowed origins', () => {
  beforeAll(() => start(shop, desk));

  afterAll(() => app.close());

  it.each([shop, desk])('grants a preflight of %s without a key, and lets it read the response', async (origin) => {
    for (const [path, allow] of [
      ['/v1/pets', 'GET, POST, HEAD, OPTIONS'],
      ['/openapi.json', 'GET, HEAD, OPTIONS'],
      ['/nothing', ''],
    ] as const) {
      const granted = await preflight(path, origin);
      expect(granted).toMatchObject({ status: 204, text: '', headers: { allow, vary: 'Origin' } });
      expect(corsHeaders(granted)).toStrictEqual(preflightHeadersFor(origin));
    }
    const preflightHeader = ['Access-Control-Request-Method: POST', `Origin: ${origin}`];
    expectError(await app.send('GET /nothing', { headers: preflightHeader }), 'route_not_found');
    const response = await sendFrom(origin, 'GET /v1/pets');
    expect(response).toMatchObject({ status: 200, headers: { vary: 'Origin' } });
    expect(corsHeaders(response)).toStrictEqual(responseHeadersFor(origin));
  });

  it('lets scripts read every error response', async () => {
    jest.spyOn(app.pets, 'list').mockRejectedValue(new DatabaseUnavailable(new Error('gone')));
    const errors: [code: string, requestLine: string, key?: null][] = [
      ['missing_api_key', 'GET /v1/pets', null],
      ['invalid_parameter', 'GET /v1/pets?limit=0'],
      ['unsupported_media_type', 'POST /v1/pets'],
      ['method_not_allowed', 'DELETE /v1/pets'],
      ['route_not_found', 'GET /nothing'],
      ['malformed_request', 'GET /%zz'],
      ['service_unavailable', 'GET /v1/pets'],
    ];
    for (const [code, requestLine, key] of errors) {
      const response = await sendFrom(shop, requestLine, key);
      expectError(response, code);
      expect(corsHeaders(response)).toStrictEqual(responseHeadersFor(shop));
    }
  });

  it.each(['https://evil.example', 'null', `${shop}:443`, 'https://a.shop.example', '*'])(
    'allows nothing to %s, and sends Vary: Origin',
    async (origin) => {
      const refused = await preflight('/v1/pets', origin);
      expect(refused).toMatchObject({ status: 204, headers: { allow: 'GET, POST, HEAD, OPTIONS' } });
      for (const response of [refused, await sendFrom(origin, 'GET /v1/pets')]) {
        expect(response.headers).not.toHaveProperty('access-control-allow-origin');
        expect(response.headers['vary']).toBe('Origin');
      }
    },
  );

  it('allows nothing to a request without an origin, and sends Vary: Origin', async () => {
    for (const path of ['/v1/pets', '/openapi.json', '/docs', '/nothing', '/v1/pets?limit=0']) {
      const response = await app.send(`GET ${path}`);
      expect(response.headers).not.toHaveProperty('access-control-allow-origin');
      expect(response.headers['vary']).toBe('Origin');
    }
  });
});

it.each([shop, 'null'])('the service with CORS_ORIGINS=* lets %s read responses, without Vary', async (origin) => {
  await start('*');
  const granted = await preflight('/v1/pets', origin);
  expect(corsHeaders(granted)).toStrictEqual(preflightHeadersFor('*'));
  const responses = [await sendFrom(origin, 'GET /v1/pets'), await app.send('GET /v1/pets', { key: null })];
  for (const response of responses) expect(corsHeaders(response)).toStrictEqual(responseHeadersFor('*'));
  for (const { headers } of [granted, ...responses]) expect(headers).not.toHaveProperty('vary');
  await app.close();
});

it('the service without CORS_ORIGINS sends no CORS headers', async () => {
  await start();
  for (const response of [await preflight('/v1/pets', shop), await sendFrom(shop, 'GET /v1/pets', null)]) {
    expect(corsHeaders(response)).toStrictEqual({});
    expect(response.headers).not.toHaveProperty('vary');
  }
  await app.close();
});
