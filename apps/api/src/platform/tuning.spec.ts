import { requestText } from '@petstore/testing/raw';
import { ask } from '../testing/document-check.ts';
import { measure } from '../testing/measure.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let apps: TestApp[];

beforeEach(async () => {
  const config = { corsOrigins: ['https://shop.example'], trustedProxies: 1 };
  apps = await Promise.all([true, false].map((tuning) => startTestApp({ ...config, tuning })));
});

afterEach(() => Promise.all(apps.map((app) => app.close())));

const forwarded = 'X-Forwarded-For: 203.0.113.9';

const requests: [request: string, startLine: string, ...headers: string[]][] = [
  ['a list', 'GET /v1/pets HTTP/1.1'],
  ['a list of a script', 'GET /v1/pets?limit=1 HTTP/1.1', 'Origin: https://shop.example'],
  ['a deprecated operation', 'GET /v1/pets/1 HTTP/1.1'],
  ['a preflight', 'OPTIONS /v1/pets HTTP/1.1', 'Origin: https://shop.example', 'Access-Control-Request-Method: POST'],
  ['an unknown path', 'GET /nothing HTTP/1.1'],
  ['an unsupported method', 'PUT /v1/pets HTTP/1.1'],
  ['an absolute target', 'GET http://pets/v1/pets HTTP/1.1'],
  ['an invalid target', 'GET /v1/pets# HTTP/1.1'],
  ['an unknown expectation', 'GET /v1/pets HTTP/1.1', 'Expect: tea'],
  ['health', 'GET /health/ready HTTP/1.1'],
  ['the documentation', 'GET /docs HTTP/1.1'],
  ['garbage', 'garbage'],
];

it.each(requests)('responds and logs without tuning as with it: %s', async (_, startLine, ...headers) => {
  const [tuned, plain] = await Promise.all(
    apps.map(async ({ port, key, log }) => {
      const head = ['Host: pets', 'Connection: close', `Authorization: Bearer ${key}`, forwarded, ...headers];
      const answer = await ask(port, requestText(startLine, head));
      const { 'x-request-id': requestId, ...headersOfResponse } = answer.headers;
      const line = await log.lineOf(requestId);
      const logged = {
        ...line,
        requestId: undefined,
        time: undefined,
        duration: undefined,
        apiKey: line.apiKey && 'a key',
      };
      return { ...answer, headers: { ...headersOfResponse, date: undefined }, logged };
    }),
  );
  expect(plain).toEqual(tuned);
});

it('counts without tuning as with it', async () => {
  const counted = await Promise.all(
    apps.map(async (app) => {
      const measured = await measure(app);
      for (const path of ['/v1/pets', '/v1/pets', '/v1/pets/1', '/nothing']) await app.client.get(path);
      const samples = await measured.scrape();
      await measured.close();
      return samples.filter(({ name }) => name.startsWith('petstore_http_requests_total'));
    }),
  );
  expect(counted[0]).toHaveLength(3);
  expect(counted[1]).toEqual(counted[0]);
});
