import { expectError, expectRequestId } from '../testing/expect-error.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

const policy =
  "default-src 'none';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data:;" +
  "connect-src 'self';font-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'";

describe('the documentation, without a key', () => {
  it.each(['/docs', '/docs/'])('is a page at %s that needs nothing but its own files', async (path) => {
    const page = await app.stranger.get(path);
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toBe(policy);
    expectRequestId(page);
    const files = [...page.text.matchAll(/<(?:script|link)\b[^>]*(?:src|href)="([^"]*)"/g)].map(([, file]) => file!);
    expect(files).toEqual(expect.arrayContaining([expect.stringMatching(/swagger-ui-bundle\.js$/)]));
    expect(page.text).not.toMatch(/<script>[^<]/);
    for (const file of files) {
      const { pathname, origin } = new URL(file, `http://pets${path}`);
      expect(origin).toBe('http://pets');
      const answer = await app.stranger.get(pathname);
      expect([pathname, answer.status]).toStrictEqual([pathname, 200]);
      expect(answer.headers['content-security-policy']).toBe(policy);
    }
  });

  it('is where / leads', async () => {
    const answer = await app.stranger.get('/');
    expect(answer.status).toBe(302);
    expect(answer.headers['location']).toBe('/docs');
    expectRequestId(answer);
  });

  it('is shown with the document of this service', async () => {
    const document = await app.stranger.get('/openapi.json');
    const script = await app.stranger.get('/docs/swagger-ui-init.js');
    for (const path of Object.keys(document.body.paths)) expect(script.text).toContain(`"${path}"`);
  });

  it('is there as JSON and as YAML', async () => {
    const json = await app.stranger.get('/openapi.json');
    expect(json.headers['content-type']).toMatch(/^application\/json\b/);
    expect(json.body).toMatchObject({ openapi: '3.1.0', info: { title: 'Petstore', version: '1.0.0' } });
    expectRequestId(json);
    const yaml = await app.stranger.get('/openapi.yaml');
    expect(yaml.status).toBe(200);
    expect(yaml.headers['content-type']).toMatch(/^text\/yaml\b/);
    expect(yaml.text).toMatch(/^openapi: 3\.1\.0$/m);
    expect(yaml.text).toMatch(/^ {2}\/pets\/\{petId\}:$/m);
    expectRequestId(yaml);
  });

  it.each([
    '/docs/nothing',
    '/docs/LICENSE',
    '/docs/..%2f..%2fpackage.json',
    '/docs/%00',
    '/docs-json',
    '/DOCS',
    '/openapi',
  ])('is not at %s', async (path) => {
    expectError(await app.stranger.get(path), 'route_not_found');
  });

  it.each([
    ['a range beyond its end', { Range: 'bytes=99999999-' }],
    ['a version it never had', { 'If-Match': '"x"' }],
  ])('refuses to be asked for %s, and does not call that a failure of its own', async (_, headers) => {
    const answer = await app.stranger.get('/docs/swagger-ui.css').set(headers as Record<string, string>);
    expectError(answer, 'malformed_request');
    expect(app.log.of(answer.headers['x-request-id'])).toStrictEqual([]);
  });
});
