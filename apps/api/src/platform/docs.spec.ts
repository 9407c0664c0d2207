import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import * as http from 'node:http';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { OpenAPIObject } from '@nestjs/swagger';
import { parseDocument } from '@petstore/contract';
import { documentTexts } from '@petstore/openapi/document/serialize-document';
import { expectRequestId } from '@petstore/testing/check';
import { expectError } from '../testing/expect-error.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

const contentSecurityPolicy =
  "default-src 'none';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data:;" +
  "connect-src 'self';font-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'";

describe('the documentation without a key', () => {
  it.each(['/docs', '/docs/'])('is a page at %s that loads only its own files', async (path) => {
    const page = await app.unauthenticated.get(path);
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toBe(contentSecurityPolicy);
    expectRequestId(page);
    const linked = [...page.text.matchAll(/<(?:script|link)\b[^>]*(?:src|href)="([^"]*)"/g)].map(([, file]) => file!);
    const files = linked.filter((file) => !file.startsWith('data:'));
    expect(files).toEqual(expect.arrayContaining([expect.stringMatching(/swagger-ui-bundle\.js$/)]));
    expect(page.text).not.toMatch(/<script>[^<]/);
    for (const file of files) {
      const { pathname, origin } = new URL(file, `http://pets${path}`);
      expect(origin).toBe('http://pets');
      const response = await app.unauthenticated.get(pathname);
      expect([pathname, response.status]).toStrictEqual([pathname, 200]);
      expect(response.headers['content-security-policy']).toBe(contentSecurityPolicy);
    }
  });

  it('has a guide without script, with an anchor for each error that a response of the document links to', async () => {
    const guide = await app.unauthenticated.get('/docs/guide');
    expect(guide.status).toBe(200);
    expect(guide.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(guide.headers['content-security-policy']).toBe(contentSecurityPolicy);
    expect(guide.text).not.toContain('<script');
    const { text } = await app.unauthenticated.get('/openapi.json');
    const anchors = new Set([...text.matchAll(/\/docs\/guide#(\w+)/g)].map(([, anchor]) => anchor!));
    expect(anchors).toContain('invalid_body');
    for (const anchor of anchors) expect(guide.text).toContain(` id="${anchor}"`);
  });

  it('gives Swagger UI no number that JavaScript would round', async () => {
    const { text } = await app.unauthenticated.get('/docs/swagger-ui-init.js');
    expect(text).toContain('"format":"int64"');
    expect(text).not.toMatch(/"(?:minimum|maximum)":"?-?\d{16}/);
  });

  it('is the target of the redirect at /', async () => {
    const response = await app.unauthenticated.get('/');
    expect(response.status).toBe(302);
    expect(response.headers['location']).toBe('/docs');
    expectRequestId(response);
  });

  it('shows the OpenAPI document of the service', async () => {
    const document = await app.unauthenticated.get('/openapi.json');
    const script = await app.unauthenticated.get('/docs/swagger-ui-init.js');
    for (const path of Object.keys(document.body.paths)) expect(script.text).toContain(`"${path}"`);
  });

  it('serves the OpenAPI document as JSON and as YAML', async () => {
    const json = await app.unauthenticated.get('/openapi.json');
    expect(json.headers['content-type']).toMatch(/^application\/json\b/);
    expect(json.body).toMatchObject({ openapi: '3.1.0', info: { title: 'Petstore', version: '1.0.0' } });
    expectRequestId(json);
    const yaml = await app.unauthenticated.get('/openapi.yaml');
    expect(yaml.status).toBe(200);
    expect(yaml.headers['content-type']).toMatch(/^text\/yaml\b/);
    expect(yaml.text).toMatch(/^openapi: 3\.1\.0$/m);
    expect(yaml.text).toMatch(/^ {2}\/pets\/\{petId\}:$/m);
    expectRequestId(yaml);
  });

  it('serves only the files of Swagger UI that the page loads', async () => {
    const loaded = ['swagger-ui.css', 'swagger-ui-bundle.js'];
    const others = readdirSync(dirname(require.resolve('swagger-ui-dist'))).filter((name) => !loaded.includes(name));
    expect(others).toEqual(expect.arrayContaining(['package.json', 'index.html', 'swagger-ui-bundle.js.map']));
    for (const name of loaded) {
      const sent = await app.unauthenticated.get(`/docs/${name}`).buffer();
      expect(sent.text).toBe(readFileSync(require.resolve(`swagger-ui-dist/${name}`), 'utf8'));
    }
    for (const name of others) expectError(await app.unauthenticated.get(`/docs/${name}`), 'route_not_found');
  });

  it.each([
    '/docs/nothing',
    '/docs/swagger-initializer.js',
    '/docs/docs/swagger-ui-init.js',
    '/docs/..%2f..%2fpackage.json',
    '/docs/%00',
    '/docs-json',
    '/DOCS',
    '/openapi',
  ])('returns 404 for %s', async (path) => {
    expectError(await app.unauthenticated.get(path), 'route_not_found');
  });

  const paths = [
    '/docs',
    '/docs/guide',
    '/docs/theme.css',
    '/docs/swagger-ui.css',
    '/docs/swagger-ui-bundle.js',
    '/docs/swagger-ui-init.js',
    '/openapi.json',
    '/openapi.yaml',
  ];

  it.each(paths)('sends %s with Content-Length, and the same headers to HEAD', async (path) => {
    // Range and If-Match must not change the response, because the service does not support them.
    const get = http.get({ port: app.port, path, headers: { Range: 'bytes=99999999-', 'If-Match': '"x"' } });
    const [whole] = (await once(get, 'response')) as [http.IncomingMessage];
    expect(whole.statusCode).toBe(200);
    expect((await buffer(whole)).length).toBe(Number(whole.headers['content-length']));
    const head = await app.unauthenticated.head(path);
    expect([head.status, head.text]).toEqual([200, undefined]);
    for (const name of ['content-length', 'content-type', 'etag', 'cache-control']) {
      expect(head.headers[name]).toBe(whole.headers[name]);
    }
  });

  it.each(paths)('responds with 304 to a client that has %s in its cache', async (path) => {
    const { etag, 'cache-control': caching } = (await app.unauthenticated.get(path)).headers;
    expect(caching).toBe('no-cache');
    const again = await app.unauthenticated.get(path).set('If-None-Match', etag!);
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await app.unauthenticated.get(path).set('If-None-Match', '"another"')).status).toBe(200);
    expect((await app.unauthenticated.get(path).set('If-None-Match', '*')).status).toBe(304);
  });

  it('serialises the OpenAPI document once', async () => {
    await app.unauthenticated.get('/openapi.json');
    const stringify = jest.spyOn(JSON, 'stringify');
    const [json, yaml] = [
      await app.unauthenticated.get('/openapi.json'),
      await app.unauthenticated.get('/openapi.yaml'),
    ];
    const serialised = stringify.mock.calls.filter(([value]) => value?.openapi);
    stringify.mockRestore();
    expect(serialised).toEqual([]);
    // JSON is YAML. `JSON.parse` would round the bounds of int64.
    const document = parseDocument(json.text) as unknown as OpenAPIObject;
    expect(documentTexts(document)).toEqual({ json: json.text, yaml: yaml.text });
  });
});
