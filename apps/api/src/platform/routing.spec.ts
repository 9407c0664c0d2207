import { NewPet } from '@petstore/pets-domain';
import { expectRequestId } from '@petstore/testing/check';
import { requestText } from '@petstore/testing/raw';
import { sendAndCheck } from '../testing/document-check.ts';
import { expectError } from '../testing/expect-error.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  await app.pets.add(NewPet.parse({ name: 'Rex', categoryId: 7 }));
});

afterAll(() => app.close());

/** Sends a request over a raw socket, because an HTTP client would normalise the path. */
function send(methodAndTarget: string, { key = true } = {}) {
  const credential = key ? [`Authorization: Bearer ${app.key}`] : [];
  return sendAndCheck(
    app.port,
    requestText(`${methodAndTarget} HTTP/1.1`, ['Host: pets', 'Connection: close', ...credential]),
  );
}

describe('a path', () => {
  it.each([
    '/v1/pets',
    '/v1/pets/',
    '/v1/pets?',
    '/v1/pets/?limit=5',
    '/v1/pets/1',
    '/v1/pets/1/',
    'http://pets/v1/pets',
  ])('that is valid gets 200: %s', async (path) => {
    expect((await send(`GET ${path}`)).status).toBe(200);
  });

  it.each([
    '/v1',
    '/v1/',
    '/pets',
    '/v2/pets',
    '/V1/pets',
    '/v1/Pets',
    '/v1/PETS/1',
    '/v1/pets//',
    '/v1/pets/1//',
    '/v1/pets/1/2',
    '//v1/pets',
    '/v1//pets',
    '/v1/./pets',
    '/v1/pets/../pets',
    '/v1\\pets',
    '/v1/pets;v=1',
    '/v1/petsx',
    '/v1/unknown/paths',
    '/favicon.ico',
    '/.env',
    '/docs/../v1/pets',
    '/__proto__',
  ])('that is unknown gets 404, with a key and without: %s', async (path) => {
    expectError(await send(`GET ${path}`), 'route_not_found');
    expectError(await send(`GET ${path}`, { key: false }), 'route_not_found');
    expectError(await send(`DELETE ${path}`, { key: false }), 'route_not_found');
    expectError(await send(`OPTIONS ${path}`, { key: false }), 'route_not_found');
  });

  it.each([
    '/%zz',
    '/v1/%zz',
    '/v1/pets/%zz',
    '/v1/pets/%',
    '/v1/pets/%4',
    '/v1/pets/%ff',
    '/v1/pets/%C3%28',
    '/docs/%zz',
  ])('that cannot be decoded gets 400, with a key and without: %s', async (path) => {
    for (const key of [true, false]) {
      expect(expectError(await send(`GET ${path}`, { key }), 'malformed_request')).toMatch(/^The path cannot be/);
      expectError(await send(`POST ${path}`, { key }), 'malformed_request');
    }
  });

  it.each(['/v1/pets/1#2', '/v1/pets?limit=1#', '/v1\\pets#', '/docs#'])(
    'with a fragment gets 400, with a key and without: %s',
    async (path) => {
      for (const key of [true, false]) {
        expect(expectError(await send(`GET ${path}`, { key }), 'malformed_request')).toMatch(/^A # must be escaped/);
      }
    },
  );
});

describe('a request target', () => {
  it.each(['http://', 'https://', 'http:'])('of only a scheme gets 400, with a key and without: %s', async (target) => {
    for (const key of [true, false]) {
      expectError(await send(`GET ${target}`, { key }), 'malformed_request');
      expectError(await send(`DELETE ${target}`, { key }), 'malformed_request');
    }
  });

  it.each(['http://[::1/v1/pets', 'http://pets:80:90/v1/pets', 'pets://pets/v1/pets'])(
    'that is not a valid URL gets 400, with a key and without: %s',
    async (target) => {
      for (const key of [true, false]) {
        const message = expectError(await send(`GET ${target}`, { key }), 'malformed_request');
        expect(message).toBe('The request target must be a path or a valid http URL.');
      }
    },
  );
});

describe('a method', () => {
  it.each([
    ['/v1/pets', ['GET', 'HEAD', 'OPTIONS', 'POST'], ['PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']],
    ['/v1/pets/', ['GET', 'HEAD', 'OPTIONS', 'POST'], ['PUT']],
    ['/v1/pets/1', ['GET', 'HEAD', 'OPTIONS'], ['POST', 'PUT', 'PATCH', 'DELETE']],
    ['/v1/pets/abc', ['GET', 'HEAD', 'OPTIONS'], ['DELETE']],
    ['/docs', ['GET', 'HEAD', 'OPTIONS'], ['POST']],
    ['/docs/', ['GET', 'HEAD', 'OPTIONS'], ['POST']],
    ['/docs/swagger-ui.css', ['GET', 'HEAD', 'OPTIONS'], ['POST']],
    ['/docs/swagger-ui-init.js', ['GET', 'HEAD', 'OPTIONS'], ['POST']],
    ['/openapi.json', ['GET', 'HEAD', 'OPTIONS'], ['POST']],
    ['/openapi.yaml', ['GET', 'HEAD', 'OPTIONS'], ['POST']],
    ['/', ['GET', 'HEAD', 'OPTIONS'], ['POST']],
  ])('that is not allowed gets 405: %s allows only %j', async (path, allowed, others) => {
    const options = await send(`OPTIONS ${path}`, { key: false });
    expect(options).toMatchObject({ status: 204, text: '' });
    expect(options.headers['allow']?.split(', ').sort()).toStrictEqual(allowed);
    expectRequestId(options);
    for (const method of others) {
      for (const key of [true, false]) {
        const response = await send(`${method} ${path}`, { key });
        expect(expectError(response, 'method_not_allowed')).toContain(response.headers['allow']);
        expect(response.headers['allow']?.split(', ').sort()).toStrictEqual(allowed);
      }
    }
  });

  it('cannot be overridden by a header or a parameter', async () => {
    const response = await app.client.get('/v1/pets?_method=DELETE').set('X-HTTP-Method-Override', 'DELETE');
    expect(response.status).toBe(200);
  });

  it('of a preflight gets no CORS headers without CORS_ORIGINS', async () => {
    const preflight = await app.unauthenticated
      .options('/v1/pets')
      .set({ Origin: 'https://example.org', 'Access-Control-Request-Method': 'GET' });
    expect(preflight.status).toBe(204);
    expect(Object.keys(preflight.headers).filter((name) => name.startsWith('access-control'))).toStrictEqual([]);
  });
});

describe('a HEAD request', () => {
  it.each(['/v1/pets', '/v1/pets/1', '/v1/pets/2', '/v1/pets?limit=0', '/v1/nothing', '/docs', '/openapi.json'])(
    'gets the headers of GET without a body: %s',
    async (path) => {
      for (const client of [app.client, app.unauthenticated]) {
        const [head, get] = [await client.head(path), await client.get(path)];
        expect(head.status).toBe(get.status);
        expect(head.text).toBeFalsy();
        expectRequestId(head);
        const varying = { date: '', 'x-request-id': '' };
        expect({ ...head.headers, ...varying }).toStrictEqual({ ...get.headers, ...varying });
      }
    },
  );
});
