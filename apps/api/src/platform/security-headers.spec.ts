import { NewPet } from '@petstore/pets-domain';
import { type HttpResponse, requestText } from '@petstore/testing/raw';
import { sendAndCheck } from '../testing/document-check.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  await app.pets.add(NewPet.parse({ name: 'Rex', categoryId: 7 }));
});

afterAll(() => app.close());

/** Sends a request over a raw socket, because HTTP clients cannot send some of these requests. */
function send(requestLine: string, ...headers: string[]): Promise<HttpResponse> {
  return sendAndCheck(
    app.port,
    requestText(`${requestLine} HTTP/1.1`, ['Host: pets', 'Connection: close', ...headers]),
  );
}

const withKey = () => `Authorization: Bearer ${app.key}`;

function expectSecurityHeaders({ headers }: Pick<HttpResponse, 'headers'>): void {
  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
}

describe('the security headers of the API', () => {
  it.each([
    [200, 'GET /v1/pets'],
    [200, 'HEAD /v1/pets'],
    [200, 'GET /v1/pets/1'],
    [404, 'GET /v1/pets/2'],
    [400, 'GET /v1/pets?limit=0'],
    [415, 'POST /v1/pets'],
    [405, 'DELETE /v1/pets'],
    [204, 'OPTIONS /v1/pets'],
    [404, 'GET /nothing'],
    [400, 'GET /%zz'],
    [400, 'GET http://'],
    [302, 'GET /'],
    [200, 'GET /openapi.json'],
    [200, 'GET /openapi.yaml'],
    [404, 'GET /docs/nothing'],
  ])('are in the response %i to %s', async (status, requestLine) => {
    const response = await send(requestLine, withKey());
    expect(response.status).toBe(status);
    expectSecurityHeaders(response);
  });

  it('are in the response 201 to a create', async () => {
    const response = await app.client.post('/v1/pets').send({ name: 'Rex', categoryId: 7 });
    expect(response.status).toBe(201);
    expectSecurityHeaders(response);
  });

  it.each([
    [401, 'GET /v1/pets', ''],
    [417, 'GET /v1/pets', 'Expect: tea'],
    [431, 'GET /v1/pets', `X: ${'x'.repeat(20_000)}`],
    [400, 'PETS /v1/pets', ''],
    [400, 'CONNECT pets:443', ''],
  ])('are in the response %i to %s %s, with Cache-Control: no-store', async (status, requestLine, header) => {
    const response = await send(requestLine, ...(header && [header]));
    expect(response.status).toBe(status);
    expectSecurityHeaders(response);
    expect(response.headers['cache-control']).toBe('no-store');
  });
});

it('the documentation has the security headers of a web page', async () => {
  for (const path of ['/docs', '/docs/', '/docs/swagger-ui.css']) {
    const { status, headers } = await app.unauthenticated.get(path);
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toMatch(/script-src 'self'.*frame-ancestors 'none'/);
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  }
});

it.each(['/v1/pets', '/docs', '/openapi.json', '/nothing'])(
  'the response to %s does not name the framework',
  async (path) => {
    const { headers } = await app.client.get(path);
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('server');
  },
);

it.each(['/v1/pets', '/docs', '/nothing'])(
  'the response to %s has no Strict-Transport-Security, because the TLS proxy sets it',
  async (path) => {
    expect((await app.client.get(path)).headers).not.toHaveProperty('strict-transport-security');
  },
);
