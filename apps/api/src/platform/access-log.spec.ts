import { createServer } from 'node:http';
import { NewPet } from '@petstore/pets-domain';
import { logRequests } from '@petstore/telemetry/access-log/access-log';
import { logTo } from '@petstore/telemetry/log/create-log';
import { exchange, requestText } from '@petstore/testing/raw';
import { ask } from '../testing/document-check.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  await app.pets.add(NewPet.parse({ name: 'Rex', categoryId: 7 }));
});

afterAll(() => app.close());

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const publicId = /^key_[0-9A-Za-z]{13}$/;

/** Over a socket, because a client would normalise the path. */
async function lineAfter(
  line: string,
  { key = true, headers = [] as string[], body = undefined as string | undefined },
) {
  const credential = key ? [`Authorization: Bearer ${app.key}`] : [];
  const head = ['Host: pets', 'Connection: close', ...credential, ...headers];
  const answer = await ask(app.port, requestText(`${line} HTTP/1.1`, head, body));
  return { answer, line: await app.log.accessLogLineOf(answer.headers['x-request-id']) };
}

describe('the log line of a request', () => {
  it('contains the request, the response, the duration and the API key', async () => {
    const { line } = await lineAfter('GET /v1/pets/1?limit=5', {});
    expect(line).toStrictEqual({
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
    expect(line.duration).toBeGreaterThan(0);
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
  ])('for %s %j has the route %s, the status %i and the code %s', async (asked, how, route, status, code) => {
    const { answer, line } = await lineAfter(asked, how);
    expect(line).toMatchObject({ level: 'info', method: asked.split(' ')[0], route, status });
    expect(line.code).toBe(code);
    expect(line.status).toBe(answer.status);
    expect(line.aborted).toBeUndefined();
    expect(app.log.text).not.toContain('secret');
  });

  it('is written in addition to the cause if the service fails', async () => {
    jest.spyOn(app.pets, 'list').mockRejectedValueOnce(new Error('relation "pets" does not exist'));
    const { answer, line } = await lineAfter('GET /v1/pets', {});
    expect(line).toMatchObject({ level: 'info', status: 500, code: 'internal_error' });
    expect(app.log.otherLinesOf(answer.headers['x-request-id'])).toMatchObject([
      { level: 'error', msg: 'request failed' },
    ]);
  });

  it('is written for each of several requests on one connection', async () => {
    const requests = ['a1', 'a2', 'a3'].map((id) => `GET /nothing HTTP/1.1\r\nHost: pets\r\nX-Request-Id: ${id}\r\n`);
    await exchange(app.port, `${requests.join('\r\n')}Connection: close\r\n\r\n`);
    await app.log.accessLogLineOf('a3');
    const written = app.log.lines.filter(({ requestId }) => /^a\d$/.test(requestId ?? ''));
    expect(written.map(({ requestId, status }) => [requestId, status])).toStrictEqual([
      ['a1', 404],
      ['a2', 404],
      ['a3', 404],
    ]);
  });

  it('of a health probe has the level debug if it succeeds, and info if it fails', async () => {
    expect((await lineAfter('GET /health/ready', { key: false })).line.level).toBe('debug');
    jest.spyOn(app.readiness, 'notReadyReason').mockReturnValue('The database does not answer.');
    expect((await lineAfter('GET /health/ready', { key: false })).line.level).toBe('info');
  });

  it('is not written, and adds no listener, if the log level is above info', () => {
    const server = createServer();
    logRequests(server, logTo({ write: () => undefined }, { level: 'warn', tuning: true }));
    expect(server.eventNames()).not.toContain('dispatch');
  });
});

describe('bytes that never became a request', () => {
  it.each([
    ['garbage', 'garbage\r\n\r\n', 400, 'malformed_request'],
    ['a header too many', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    ['CONNECT', 'CONNECT secret:443 HTTP/1.1\r\nHost: secret\r\n\r\n', 400, 'malformed_request'],
  ])('have a log line: %s', async (_, bytes, status, code) => {
    const answer = await ask(app.port, bytes);
    expect(await app.log.accessLogLineOf(answer.headers['x-request-id'])).toStrictEqual({
      level: 'info',
      time: expect.any(String),
      requestId: answer.headers['x-request-id'],
      route: 'unparsed',
      status,
      code,
      client: '127.0.0.1',
      msg: 'request',
    });
    expect(app.log.text).not.toContain('secret');
  });
});
