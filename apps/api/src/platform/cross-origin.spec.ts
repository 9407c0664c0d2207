import { DatabaseUnavailable } from '@petstore/database';
import { NewPet } from '@petstore/pets-domain';
import { expectRequestId } from '@petstore/testing/check';
import { type HttpResponse, requestText } from '@petstore/testing/raw';
import { sendAndCheck } from '../testing/document-check.ts';
import { expectError } from '../testing/expect-error.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const shop = 'https://shop.example';
const desk = 'http://localhost:5173';
const otherOrigin = 'https://evil.example';

let app: TestApp;

afterEach(() => app.close());

async function start(...corsOrigins: string[]): Promise<void> {
  app = await startTestApp({ corsOrigins });
  await app.pets.add(NewPet.parse({ name: 'Rex', categoryId: 7 }));
}

/** Sends a request over a raw socket, because an HTTP client would change its headers. */
function send(requestLine: string, ...headers: string[]): Promise<HttpResponse> {
  return sendAndCheck(
    app.port,
    requestText(`${requestLine} HTTP/1.1`, ['Host: pets', 'Connection: close', ...headers]),
  );
}

const preflight = (path: string, origin: string, method = 'POST') =>
  send(
    `OPTIONS ${path}`,
    `Origin: ${origin}`,
    `Access-Control-Request-Method: ${method}`,
    'Access-Control-Request-Headers: authorization,content-type',
  );

const withKey = () => `Authorization: Bearer ${app.key}`;

const corsHeaders = ({ headers }: Pick<HttpResponse, 'headers'>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control')));

const exposedHeaders =
  'Accept-Patch, Allow, Deprecation, Link, Location, RateLimit, RateLimit-Policy, Retry-After, Sunset, WWW-Authenticate, X-Request-Id';

const responseHeadersFor = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': exposedHeaders,
});

const preflightHeadersFor = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-allow-methods': 'GET, HEAD, POST',
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, X-Request-Id, traceparent',
  'access-control-max-age': '7200',
});

describe('the service with two allowed origins', () => {
  beforeEach(() => start(shop, desk));

  it.each([shop, desk])('grants a preflight of %s without a key', async (origin) => {
    for (const [path, allow] of [
      ['/v1/pets', 'GET, POST, HEAD, OPTIONS'],
      ['/v1/pets/1', 'GET, HEAD, OPTIONS'],
      ['/openapi.json', 'GET, HEAD, OPTIONS'],
      ['/nothing', ''],
    ] as const) {
      const response = await preflight(path, origin);
      expect(response.headers['allow']).toBe(allow);
      expect(response).toMatchObject({ status: 204, text: '' });
      expect(corsHeaders(response)).toStrictEqual(preflightHeadersFor(origin));
      expect(response.headers['vary']).toBe('Origin');
      expect(response.headers).not.toHaveProperty('content-length');
      expectRequestId(response);
    }
  });

  it.each([shop, desk])('lets %s read the response', async (origin) => {
    const response = await send('GET /v1/pets', `Origin: ${origin}`, withKey());
    expect(response.status).toBe(200);
    expect(corsHeaders(response)).toStrictEqual(responseHeadersFor(origin));
    expect(response.headers['vary']).toBe('Origin');
  });

  it.each([
    ['missing_api_key', 'GET /v1/pets', ''],
    ['invalid_api_key', 'GET /v1/pets', 'Authorization: Bearer pets_1'],
    ['invalid_parameter', 'GET /v1/pets?limit=0', 'KEY'],
    ['pet_not_found', 'GET /v1/pets/2', 'KEY'],
    ['unsupported_media_type', 'POST /v1/pets', 'KEY'],
    ['method_not_allowed', 'DELETE /v1/pets', 'KEY'],
    ['route_not_found', 'GET /nothing', 'KEY'],
    ['malformed_request', 'GET /%zz', 'KEY'],
  ] as const)('lets scripts read the error response %s', async (code, requestLine, header) => {
    const key = header === 'KEY' ? withKey() : header;
    const response = await send(requestLine, `Origin: ${shop}`, ...(key && [key]));
    expectError(response, code);
    expect(corsHeaders(response)).toStrictEqual(responseHeadersFor(shop));
  });

  it.each([
    ['service_unavailable', new DatabaseUnavailable(new Error('gone'))],
    ['internal_error', new Error('broken')],
  ] as const)('lets scripts read the error response %s of an operation', async (code, failure) => {
    jest.spyOn(app.pets, 'list').mockRejectedValue(failure);
    const response = await send('GET /v1/pets', `Origin: ${shop}`, withKey());
    expectError(response, code);
    expect(corsHeaders(response)).toStrictEqual(responseHeadersFor(shop));
  });

  it.each([
    otherOrigin,
    'null',
    `${shop}/`,
    `${shop}:443`,
    'http://shop.example',
    'https://SHOP.example',
    'https://shop.example.evil.example',
    'https://a.shop.example',
    `${shop}, ${desk}`,
    '*',
  ])('sends no CORS headers to %s, but Vary: Origin', async (origin) => {
    const preflightResponse = await preflight('/v1/pets', origin);
    expect(preflightResponse.status).toBe(204);
    expect(preflightResponse.headers['allow']).toBe('GET, POST, HEAD, OPTIONS');
    for (const response of [preflightResponse, await send('GET /v1/pets', `Origin: ${origin}`, withKey())]) {
      expect(corsHeaders(response)).toStrictEqual({});
      expect(response.headers['vary']).toBe('Origin');
    }
  });

  it('does not grant a preflight with two origins', async () => {
    const origins = [shop, shop].map((origin) => `Origin: ${origin}`);
    const response = await send('OPTIONS /v1/pets', ...origins, 'Access-Control-Request-Method: GET');
    expect(corsHeaders(response)).toStrictEqual({});
  });

  it.each(['GET /v1/pets', 'GET /openapi.json', 'GET /docs', 'GET /nothing', 'GET /v1/pets?limit=0'])(
    'sends only Vary: Origin for %s without an origin',
    async (requestLine) => {
      const response = await send(requestLine, withKey());
      expect(corsHeaders(response)).toStrictEqual({});
      expect(response.headers['vary']).toBe('Origin');
    },
  );

  it('responds to OPTIONS that is not a preflight as without CORS', async () => {
    const plain = await send('OPTIONS /v1/pets');
    expect(plain).toMatchObject({ status: 204, headers: { allow: 'GET, POST, HEAD, OPTIONS' } });
    expect(corsHeaders(plain)).toStrictEqual({});
    const withOrigin = await send('OPTIONS /v1/pets', `Origin: ${shop}`);
    expect(withOrigin).toMatchObject({ status: 204, headers: { allow: 'GET, POST, HEAD, OPTIONS' } });
    expect(corsHeaders(withOrigin)).toStrictEqual(responseHeadersFor(shop));
    expectError(await send('OPTIONS /nothing', `Origin: ${shop}`), 'route_not_found');
  });

  it('never allows browsers to send credentials', async () => {
    for (const response of [await preflight('/v1/pets', shop), await send('GET /v1/pets', `Origin: ${shop}`)]) {
      expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });
});

describe('the service with CORS_ORIGINS=*', () => {
  beforeEach(() => start('*'));

  it.each([shop, 'null'])('lets %s send requests and read responses, without Vary', async (origin) => {
    const preflightResponse = await preflight('/v1/pets', origin);
    expect(corsHeaders(preflightResponse)).toStrictEqual(preflightHeadersFor('*'));
    const response = await send('GET /v1/pets', `Origin: ${origin}`, withKey());
    expect(corsHeaders(response)).toStrictEqual(responseHeadersFor('*'));
    const refused = await send('GET /v1/pets');
    expectError(refused, 'missing_api_key');
    expect(corsHeaders(refused)).toStrictEqual(responseHeadersFor('*'));
    for (const { headers } of [preflightResponse, response, refused]) expect(headers).not.toHaveProperty('vary');
  });
});

describe('the service without CORS_ORIGINS', () => {
  beforeEach(() => start());

  it('sends no CORS headers', async () => {
    for (const response of [
      await preflight('/v1/pets', shop),
      await send('GET /v1/pets', `Origin: ${shop}`, withKey()),
    ]) {
      expect(corsHeaders(response)).toStrictEqual({});
      expect(response.headers).not.toHaveProperty('vary');
    }
  });
});
