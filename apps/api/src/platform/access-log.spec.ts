import { createServer } from 'node:http';
import { NewPet } from '@petstore/pets-domain';
import { logRequests } from '@petstore/telemetry/access-log/access-log';
import { logTo } from '@petstore/telemetry/log/create-log';
import { exchange, requestText } from '@petstore/testing/raw';
import { sendAndCheck } from '../testing/document-check.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  await app.pets.add(NewPet.parse({ name: 'Rex', categoryId: 7 }));
});

afterAll(() => app.close());

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const publicId = /^key_[0-9A-Za-z]{13}$/;

/** Sends a request over a raw socket, because an HTTP client would normalise the path. Returns the response and its log line. */
async function sendAndReadLog(
  requestLine: string,
  { key = true, headers = [] as string[], body = undefined as string | undefined },
) {
  const credential = key ? [`Authorization: Bearer ${app.key}`] : [];
  const head = ['Host: pets', 'Connection: close', ...credential, ...headers];
  const response = await sendAndCheck(app.port, requestText(`${requestLine} HTTP/1.1`, head, body));
  return { response, logLine: await app.log.accessLogLineOf(response.headers['x-request-id']) };
}

describe('the log line of a request', () => {
  it('contains the request, the response, the duration and the API key', async () => {
    const { logLine } = await sendAndReadLog('GET /v1/pets/1?limit=5', {});
    expect(logLine).toStrictEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
      requestId: expect.stringMatching(uuid),
      method: 'GET',
      route: '/v1/pets/{petId}',
      status: 200,
      duration: expect.any(Number),
      client: '127.0.0.1',
      apiKey: expect.stringMatching(publicId),
      msg: 'request',
    });
    expect(logLine.duration).toBeGreaterThan(0);
  });

  const json = ['Content-Type: application/json'];
  it.each([
    ['POST /v1/pets', { headers: json, body: '{"name":"Tom","categoryId":2}' }, '/v1/pets', 201, undefined],
    ['POST /v1/pets', { headers: json, body: '{' }, '/v1/pets', 400, 'malformed_json'],
    ['HEAD /v1/pets/', {}, '/v1/pets', 200, undefined],
    ['GET /v1/pets/99', {}, '/v1/pets/{petId}', 404, 'pet_not_found'],
    ['GET /v1/pets', { key: false }, '/v1/pets', 401, 'missing_api_key'],
    ['GET /v1/pets', { key: false, headers: ['Authorization: x'] }, '/v1/pets', 401, 'invalid_api_key'],
    ['PUT /v1/pets', {}, '/v1/pets', 405, 'method_not_allowed'],
    ['OPTIONS /v1/pets/1', {}, '/v1/pets/{petId}', 204, undefined],
    ['GET /', {}, '/', 302, undefined],
    ['GET /docs/', {}, '/docs', 200, undefined],
    ['GET /docs/swagger-ui.css', {}, '/docs/swagger-ui.css', 200, undefined],
    ['GET /openapi.json', {}, '/openapi.json', 200, undefined],
    ['GET /v1/pets/%zz', {}, 'unmatched', 400, 'malformed_request'],
    ['GET /secret/path', {}, 'unmatched', 404, 'route_not_found'],
    ['GET /docs/secret', {}, 'unmatched', 404, 'route_not_found'],
    ['GET http://', {}, 'unmatched', 400, 'malformed_request'],
    ['GET /v1/pets', { headers: ['Expect: tea'] }, 'unmatched', 417, 'expectation_failed'],
    ['POST /v1/pets', { headers: ['Expect: tea, 100-continue'] }, 'unmatched', 417, 'expectation_failed'],
  ])('for %s %j has the route %s, the status %i and the code %s', async (requestLine, options, route, status, code) => {
    const { response, logLine } = await sendAndReadLog(requestLine, options);
    expect(logLine).toMatchObject({ level: 'info', method: requestLine.split(' ')[0], route, status });
    expect(logLine.code).toBe(code);
    expect(logLine.status).toBe(response.status);
    expect(logLine.aborted).toBeUndefined();
    expect(app.log.text).not.toContain('secret');
  });

  it('is written in addition to an error line with the cause if the use case throws', async () => {
    jest.spyOn(app.pets, 'list').mockRejectedValueOnce(new Error('relation "pets" does not exist'));
    const { response, logLine } = await sendAndReadLog('GET /v1/pets', {});
    expect(logLine).toMatchObject({ level: 'info', status: 500, code: 'internal_error' });
    expect(app.log.otherLinesOf(response.headers['x-request-id'])).toMatchObject([
      { level: 'error', msg: 'request failed' },
    ]);
  });

  it('is written for each of several requests on one connection', async () => {
    const requests = ['a1', 'a2', 'a3'].map((id) => `GET /nothing HTTP/1.1\r\nHost: pets\r\nX-Request-Id: ${id}\r\n`);
    await exchange(app.port, `${requests.join('\r\n')}Connection: close\r\n\r\n`);
    await app.log.accessLogLineOf('a3');
    const logLines = app.log.lines.filter(({ requestId }) => /^a\d$/.test(requestId ?? ''));
    expect(logLines.map(({ requestId, status }) => [requestId, status])).toStrictEqual([
      ['a1', 404],
      ['a2', 404],
      ['a3', 404],
    ]);
  });

  it('of a health probe has the level debug if it succeeds, and info if it fails', async () => {
    expect((await sendAndReadLog('GET /health/ready', { key: false })).logLine.level).toBe('debug');
    jest.spyOn(app.readiness, 'notReadyReason').mockReturnValue('The database does not answer.');
    expect((await sendAndReadLog('GET /health/ready', { key: false })).logLine.level).toBe('info');
  });

  it.each([
    ['info', true],
    ['warn', false],
  ] as const)('with the log level %s adds a listener to the server: %s', (level, addsListener) => {
    const server = createServer();
    logRequests(server, logTo({ write: () => undefined }, level));
    expect(server.eventNames().includes('dispatch')).toBe(addsListener);
  });
});

describe('a request that the server rejects before routing', () => {
  it.each([
    ['garbage', 'garbage\r\n\r\n', 400, 'malformed_request'],
    ['a header that is too long', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    ['CONNECT', 'CONNECT secret:443 HTTP/1.1\r\nHost: secret\r\n\r\n', 400, 'malformed_request'],
  ])('has a log line without a method: %s', async (_, bytes, status, code) => {
    const response = await sendAndCheck(app.port, bytes);
    expect(await app.log.accessLogLineOf(response.headers['x-request-id'])).toStrictEqual({
      level: 'info',
      time: expect.any(String),
      requestId: response.headers['x-request-id'],
      route: 'unparsed',
      status,
      code,
      client: '127.0.0.1',
      msg: 'request',
    });
    expect(app.log.text).not.toContain('secret');
  });
});
