import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { betaDocumentCheck, documentCheck } from './testing/document-check.ts';
import { expectError } from './testing/expect-error.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

let app: TestApp;

afterEach(() => app.close());

/** Method and path of each operation that only the beta document has. */
const betaOperations = Object.entries(betaDocumentCheck.document.paths).flatMap(([path, operations]) =>
  Object.keys(operations)
    .filter((method) => documentCheck.document.paths[path]?.[method] === undefined)
    .map((method) => [method as 'get' | 'post' | 'patch', `/v1${path}`] as const),
);

const committed = (file: string) => readFileSync(join(__dirname, '..', file), 'utf8');

describe('with BETA off', () => {
  beforeEach(async () => {
    app = await startTestApp();
  });

  it.each([
    'get /v1/store/orders',
    'post /v1/store/orders',
    'get /v1/store/orders/1',
    'post /v1/store/orders/1/complete',
    'post /v1/store/orders/1/cancel',
    'post /v1/store/orders/1/return',
    'get /v1/store/orders/',
    'get /v1/store',
  ])('%s is 404 route_not_found', async (operation) => {
    const [method, path] = operation.split(' ') as ['get' | 'post', string];
    expectError(await app.client[method](path).send(method === 'post' ? {} : undefined), 'route_not_found');
  });

  it('serves openapi.yaml', async () => {
    expect((await app.unauthenticated.get('/openapi.yaml')).text).toBe(committed('openapi.yaml'));
  });

  it.each(betaOperations)('%s %s is not served', async (method, path) => {
    const response = await app.client[method](path.replace(/\{\w+\}/, '1'));
    expect([404, 405]).toContain(response.status);
  });

  it('GET /v1/pets/changes is a getPet without a pet', async () => {
    const response = await app.client.get('/v1/pets/changes');
    expectError(response, 'pet_not_found');
    expect(response.headers).toHaveProperty('sunset');
  });

  it('PATCH /v1/pets/1 is 405', async () => {
    const response = await app.client.patch('/v1/pets/1').send({});
    expectError(response, 'method_not_allowed');
    expect(response.headers['allow']).toBe('GET, HEAD, OPTIONS');
  });

  it('OPTIONS /v1/pets/1 names no media types of patches', async () => {
    const response = await app.client.options('/v1/pets/1');
    expect([response.status, response.headers['allow']]).toEqual([204, 'GET, HEAD, OPTIONS']);
    expect(response.headers).not.toHaveProperty('accept-patch');
  });
});

describe('with BETA on', () => {
  beforeEach(async () => {
    app = await startTestApp({ beta: true });
  });

  it('serves openapi.beta.yaml', async () => {
    expect((await app.unauthenticated.get('/openapi.yaml')).text).toBe(committed('openapi.beta.yaml'));
  });

  it('PUT /v1/pets/1 names PATCH as allowed', async () => {
    const response = await app.client.put('/v1/pets/1').send({});
    expectError(response, 'method_not_allowed');
    expect(response.headers['allow']?.split(', ').sort()).toEqual(['GET', 'HEAD', 'OPTIONS', 'PATCH']);
  });

  it('OPTIONS /v1/pets/1 names the media types of patches, and OPTIONS of other paths does not', async () => {
    const response = await app.client.options('/v1/pets/1');
    expect(response.headers['accept-patch']).toBe('application/merge-patch+json, application/json');
    for (const path of ['/v1/pets', '/v1/store/orders', '/v1/store/orders/1']) {
      expect((await app.client.options(path)).headers).not.toHaveProperty('accept-patch');
    }
  });

  it.each([
    ['DELETE', '/v1/pets/1', ['GET', 'HEAD', 'OPTIONS', 'PATCH']],
    ['PUT', '/v1/store/orders', ['GET', 'HEAD', 'OPTIONS', 'POST']],
    ['PATCH', '/v1/store/orders/1', ['GET', 'HEAD', 'OPTIONS']],
    ['GET', '/v1/store/orders/1/complete', ['OPTIONS', 'POST']],
    ['HEAD', '/v1/store/orders/1/cancel', ['OPTIONS', 'POST']],
    ['DELETE', '/v1/store/orders/1/return', ['OPTIONS', 'POST']],
  ])('%s %s is 405 with the allowed methods', async (method, path, allowed) => {
    const name = method.toLowerCase() as 'get' | 'head' | 'put' | 'patch' | 'delete';
    const response = await app.client[name](path);
    if (method === 'HEAD') expect(response.status).toBe(405);
    else expectError(response, 'method_not_allowed');
    expect(response.headers['allow']?.split(', ').sort()).toEqual(allowed);
  });

  it.each([
    'GET /v1/store',
    'GET /v1/store/orders/1/2',
    'POST /v1/store/orders/1/refund',
    'POST /v1/store/Orders',
    'POST /v1/store//orders',
    'GET /v1/pets/changes/1',
    'PATCH /v1/pets/1/2',
  ])('%s is 404 route_not_found', async (operation) => {
    const [method, path] = operation.split(' ') as [string, string];
    const response = await app.client[method.toLowerCase() as 'get' | 'post' | 'patch'](path);
    expectError(response, 'route_not_found');
  });
});
