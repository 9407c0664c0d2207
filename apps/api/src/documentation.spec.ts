import { SwaggerModule } from '@nestjs/swagger';
import { expectRequestId } from '@petstore/testing/check';
import { expectError } from './testing/expect-error.ts';
import { useTestApp } from './testing/test-app.ts';

const app = useTestApp();

const contentSecurityPolicy =
  "default-src 'none';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data:;" +
  "connect-src 'self';font-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'";

describe('the documentation without a key', () => {
  it('is not built by the first request, because a client without a key must cost little', async () => {
    const build = jest.spyOn(SwaggerModule, 'createDocument');
    for (const path of ['/openapi.json', '/openapi.yaml', '/docs', '/docs/swagger-ui-init.js']) {
      expect((await app.unauthenticated.get(path)).status).toBe(200);
    }
    expect(build).not.toHaveBeenCalled();
  });

  it.each(['/docs', '/docs/'])('is a page at %s that loads only its own files', async (path) => {
    const page = await app.unauthenticated.get(path);
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toBe(contentSecurityPolicy);
    expect(page.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-frame-options': 'DENY' });
    expectRequestId(page);
    expect(page.text).not.toMatch(/<script>[^<]/);
    const linked = [...page.text.matchAll(/<(?:script|link)\b[^>]*(?:src|href)=["']([^"']*)/g)].map(
      ([, file]) => file!,
    );
    const paths = linked.filter((file) => !file.startsWith('data:')).map((file) => new URL(file, `http://pets${path}`));
    // At least the style sheet and the two scripts of Swagger UI.
    expect(paths.length).toBeGreaterThanOrEqual(3);
    for (const { origin, pathname } of paths) {
      expect(origin).toBe('http://pets');
      const response = await app.unauthenticated.get(pathname);
      expect([pathname, response.status]).toStrictEqual([pathname, 200]);
      expect(response.headers['content-security-policy']).toBe(contentSecurityPolicy);
    }
  });

  it('is the target of the redirect at /', async () => {
    const response = await app.unauthenticated.get('/');
    expect([response.status, response.headers['location']]).toEqual([302, '/docs']);
    expectRequestId(response);
  });

  it('has the OpenAPI document as JSON and as YAML, and the page reads the JSON', async () => {
    const json = await app.unauthenticated.get('/openapi.json');
    expect(json.headers['content-type']).toMatch(/^application\/json\b/);
    expect(json.body).toMatchObject({ openapi: '3.1.0', info: { title: 'Petstore', version: '1.0.0' } });
    const yaml = await app.unauthenticated.get('/openapi.yaml');
    expect(yaml.headers['content-type']).toMatch(/^text\/yaml\b/);
    expect(yaml.text).toMatch(/^openapi: 3\.1\.0\n/);
    for (const response of [json, yaml]) expectRequestId(response);
    expect((await app.unauthenticated.get('/docs/swagger-ui-init.js')).text).toContain('"/openapi.json"');
  });

  it.each([
    '/docs/package.json',
    '/docs/swagger-ui-bundle.js.map',
    '/docs/nothing',
    '/docs/LICENSE',
    '/docs/..%2f..%2fpackage.json',
    '/docs/%00',
    '/docs-json',
    '/DOCS',
    '/openapi',
  ])('returns 404 for %s', async (path) => {
    expectError(await app.unauthenticated.get(path), 'route_not_found');
  });

  it.each(['/docs/swagger-ui-bundle.js', '/openapi.json', '/openapi.yaml'])(
    'sends %s with Content-Length, the same headers to HEAD, and 304 to a client that has it',
    async (path) => {
      const whole = await app.unauthenticated.get(path);
      const head = await app.unauthenticated.head(path);
      expect([head.status, head.text]).toEqual([200, undefined]);
      for (const name of ['content-length', 'content-type', 'etag', 'cache-control']) {
        expect(head.headers[name]).toBe(whole.headers[name]);
      }
      expect(whole.headers).toMatchObject({ 'content-length': expect.any(String), 'cache-control': 'no-cache' });
      expect(whole.headers).not.toHaveProperty('content-encoding');
      const again = await app.unauthenticated.get(path).set('If-None-Match', whole.headers['etag']!);
      expect([again.status, again.text]).toEqual([304, '']);
    },
  );
});
