import { NewPet } from '@petstore/pets-domain';
import { operationsOf } from '@petstore/testing/check';
import { betaDocumentCheck, documentCheck } from './testing/document-check.ts';
import { expectError } from './testing/expect-error.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

let app: TestApp;

async function start(beta: boolean): Promise<void> {
  app = await startTestApp({ beta });
  await app.pets.add(NewPet.of({ name: 'Rex', categoryId: 7 }).register('key_1'));
}

/** Expects 204 for OPTIONS and 405 for the other methods, with the allowed methods. */
async function expectAllowed(path: string, allowed: readonly string[], others: readonly string[]): Promise<void> {
  const options = await app.send(`OPTIONS ${path}`, { key: null });
  expect(options).toMatchObject({ status: 204, text: '' });
  const responses = [options];
  for (const method of others) {
    for (const key of [app.key, null]) {
      const response = await app.send(`${method} ${path}`, { key });
      expect(expectError(response, 'method_not_allowed')).toContain(response.headers['allow']);
      responses.push(response);
    }
  }
  for (const { headers } of responses) expect(headers['allow']?.split(', ').sort()).toStrictEqual(allowed);
}

const segment = /\{\w+\}/g;

/** Returns each path of the document with `1` for its parameters, the methods that it allows, and others. */
function allowedIn({ document }: typeof documentCheck): [path: string, allowed: string[], others: string[]][] {
  const operations = operationsOf(document);
  const paths = new Set(operations.map(({ path }) => path.replace(segment, '1')));
  return [...paths].map((path) => {
    // A path without parameters can also match the template of other operations, such as `/pets/{petId}`.
    const matching = operations.filter((each) => new RegExp(`^${each.path.replace(segment, '[^/]+')}$`).test(path));
    const methods = new Set(matching.map(({ method }) => method));
    const allowed = [...methods, 'OPTIONS', ...(methods.has('GET') ? ['HEAD'] : [])].sort();
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'].filter((each) => !methods.has(each));
    return [path, allowed, others];
  });
}

describe('without the beta operations', () => {
  beforeAll(() => start(false));

  afterAll(() => app.close());

  it.each([
    '/v1/pets',
    '/v1/pets/',
    '/v1/pets?',
    '/v1/pets/?limit=5',
    '/v1/pets/1',
    '/v1/pets/1/',
    'http://pets/v1/pets',
  ])('a valid path gets 200: %s', async (path) => {
    expect((await app.send(`GET ${path}`)).status).toBe(200);
  });

  it.each([
    '/v1',
    '/pets',
    '/v1/Pets',
    '/v1/pets/1//',
    '//v1/pets',
    '/v1//pets',
    '/v1\\pets',
    '/v1/pets;v=1',
    '/__proto__',
    '/v1/health/live',
    '/v1/store/orders',
  ])('an unknown path gets 404, with a key and without: %s', async (path) => {
    expectError(await app.send(`GET ${path}`), 'route_not_found');
    for (const method of ['GET', 'POST', 'OPTIONS'])
      expectError(await app.send(`${method} ${path}`, { key: null }), 'route_not_found');
  });

  it.each([
    [/^The path cannot be decoded/, ['/%zz', '/v1/pets/%zz', '/v1/pets/%', '/v1/pets/%ff', '/v1/pets/%C3%28']],
    [/^A # must be escaped/, ['/v1/pets/1#2', '/v1/pets?limit=1#', '/docs#']],
    [
      /^The request target must be a path or a valid http URL/,
      ['http://[::1/v1/pets', 'http://pets:80:90/v1/pets', 'pets://pets/v1/pets'],
    ],
    [/./, ['http:', 'http://', 'https://']],
  ])('a malformed target gets 400, with a key and without: %s', async (message, targets) => {
    for (const target of targets) {
      for (const key of [app.key, null]) {
        expect(expectError(await app.send(`GET ${target}`, { key }), 'malformed_request')).toMatch(message);
        expectError(await app.send(`POST ${target}`, { key }), 'malformed_request');
      }
    }
  });

  it.each([
    ...allowedIn(documentCheck),
    ['/v1/pets/', ['GET', 'HEAD', 'OPTIONS', 'POST'], ['PUT']],
    ['/v1/pets/abc', ['GET', 'HEAD', 'OPTIONS'], ['DELETE']],
    ['/health/live', ['GET', 'HEAD', 'OPTIONS'], ['POST']],
    ['/docs', ['GET', 'HEAD', 'OPTIONS'], ['POST']],
    ['/openapi.json', ['GET', 'HEAD', 'OPTIONS'], ['POST']],
    ['/', ['GET', 'HEAD', 'OPTIONS'], ['POST']],
  ])('%s allows only %j', expectAllowed);

  it('a header or a parameter cannot override the method', async () => {
    const response = await app.client.get('/v1/pets?_method=DELETE').set('X-HTTP-Method-Override', 'DELETE');
    expect(response.status).toBe(200);
  });

  it.each(['/v1/pets', '/v1/pets/2', '/v1/pets?limit=0', '/v1/nothing', '/docs', '/health/ready'])(
    'HEAD %s gets the headers of GET without a body',
    async (path) => {
      for (const client of [app.client, app.unauthenticated]) {
        const [head, get] = [await client.head(path), await client.get(path)];
        expect(head.status).toBe(get.status);
        expect(head.text).toBeFalsy();
        const varying = { date: '', 'x-request-id': '' };
        expect({ ...head.headers, ...varying }).toStrictEqual({ ...get.headers, ...varying });
      }
    },
  );

  it('no operation is served that only the beta document has', async () => {
    for (const [path, operations] of Object.entries(betaDocumentCheck.document.paths)) {
      for (const method of Object.keys(operations)) {
        if (documentCheck.document.paths[path]?.[method] !== undefined) continue;
        const { status } = await app.send(`${method.toUpperCase()} /v1${path.replace(/\{\w+\}/, '1')}`);
        expect([404, 405]).toContain(status);
      }
    }
  });

  it('OPTIONS names no media types of patches', async () => {
    expect((await app.client.options('/v1/pets/1')).headers).not.toHaveProperty('accept-patch');
  });
});

describe('with the beta operations', () => {
  beforeAll(() => start(true));

  afterAll(() => app.close());

  const table = allowedIn(betaDocumentCheck);

  it.each(table)('%s allows only %j', expectAllowed);

  it.each(table)('OPTIONS %s names the media types of patches if and only if %j has PATCH', async (path, allowed) => {
    const { headers } = await app.client.options(path);
    const types = 'application/merge-patch+json, application/json';
    expect(headers['accept-patch']).toBe(allowed.includes('PATCH') ? types : undefined);
  });

  it.each([
    'GET /v1/store',
    'GET /v1/store/orders/1/2',
    'POST /v1/store/orders/1/refund',
    'POST /v1/store/Orders',
    'PATCH /v1/pets/1/2',
  ])('%s is 404', async (methodAndPath) => {
    expectError(await app.send(methodAndPath), 'route_not_found');
  });
});
