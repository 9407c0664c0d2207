import { once } from 'node:events';
import { Agent, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { DatabaseUnavailable } from '@petstore/database';
import { logRefusals } from '@petstore/http/monitoring/access-log';
import { createTestServer } from '@petstore/http/testing/test-server';
import { NewPet } from '@petstore/pets-domain';
import { requestText } from '@petstore/testing/raw';
import { QueryFailedError } from 'typeorm';
import { sendAndCheck } from './testing/document-check.ts';
import { LogCapture } from './testing/log-capture.ts';
import { useTestApp } from './testing/test-app.ts';

const app = useTestApp();

beforeAll(() => app.pets.add(NewPet.of({ name: 'Rex', categoryId: 7 }).register('key_1')));

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function sendAndReadLog(...request: Parameters<typeof app.send>) {
  const response = await app.send(...request);
  return { response, logLine: await app.log.accessLogLineOf(response.headers['x-request-id']) };
}

describe('the log line of a request', () => {
  it('contains the request, the response, the duration and the API key', async () => {
    const { logLine } = await sendAndReadLog('GET /v1/pets/1?limit=5');
    expect(logLine).toStrictEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
      requestId: expect.stringMatching(uuid),
      method: 'GET',
      route: '/v1/pets/{petId}',
      status: 200,
      duration: expect.any(Number),
      client: '127.0.0.1',
      apiKey: expect.stringMatching(/^key_[0-9A-Za-z]{13}$/),
      msg: 'request',
    });
    expect(logLine.duration).toBeGreaterThan(0);
  });

  it.each([
    ['HEAD /v1/pets/', '/v1/pets', 200, undefined],
    ['GET /v1/pets/99', '/v1/pets/{petId}', 404, 'pet_not_found'],
    ['PUT /v1/pets', '/v1/pets', 405, 'method_not_allowed'],
    ['OPTIONS /v1/pets/1', '/v1/pets/{petId}', 204, undefined],
    ['GET /', '/', 302, undefined],
    ['GET /openapi.json', '/openapi.json', 200, undefined],
    ['GET /v1/pets/%zz', 'unmatched', 400, 'malformed_request'],
    ['GET /secret/path', 'unmatched', 404, 'route_not_found'],
    ['GET http://', 'unmatched', 400, 'malformed_request'],
  ])('for %s has the route %s, the status %i and the code %s', async (requestLine, route, status, code) => {
    const { response, logLine } = await sendAndReadLog(requestLine);
    expect(logLine).toMatchObject({ level: 'info', method: requestLine.split(' ')[0], route, status });
    expect([logLine.code, logLine.status, logLine.aborted]).toEqual([code, response.status, undefined]);
    expect(app.log.text).not.toContain('secret');
  });

  it('is written in addition to a line with the cause if the use case throws', async () => {
    jest.spyOn(app.pets, 'list').mockRejectedValueOnce(new Error('relation "pets" does not exist'));
    const { response, logLine } = await sendAndReadLog('GET /v1/pets');
    expect(logLine).toMatchObject({ level: 'info', status: 500, code: 'internal_error' });
    expect(app.log.otherLinesOf(response.headers['x-request-id'])).toMatchObject([
      { level: 'error', msg: 'request failed' },
    ]);
  });

  it('is written for each of several requests on one connection', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (const id of ['a1', 'a2', 'a3']) {
      await app.unauthenticated.get('/nothing').agent(agent).set('X-Request-Id', id);
      await app.log.accessLogLineOf(id);
    }
    agent.destroy();
    const logged = app.log.lines.filter(({ requestId }) => /^a\d$/.test(requestId ?? ''));
    expect(logged.map(({ requestId, status }) => `${requestId} ${status}`)).toEqual(['a1 404', 'a2 404', 'a3 404']);
  });

  describe('contains the ids of a valid traceparent only', () => {
    const [trace, parent] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];

    it.each([
      ['sampled', [`00-${trace}-${parent}-01`], true],
      ['of a later version with more fields', [`cc-${trace}-${parent}-01-what-the-future-brings`], true],
      ['of version ff', [`ff-${trace}-${parent}-01`], false],
      ['of version 00 with more fields', [`00-${trace}-${parent}-01-more`], false],
      ['with a trace id of zeros', [`00-${'0'.repeat(32)}-${parent}-01`], false],
      ['sent twice', [`00-${trace}-${parent}-01`, `00-${trace}-${parent}-01`], false],
    ])('%s', async (_, sent, isLogged) => {
      const headers = sent.map((value) => `traceparent: ${value}`);
      const { traceId, parentId } = (await sendAndReadLog('GET /v1/pets', { key: null, headers })).logLine;
      expect([traceId, parentId]).toEqual(isLogged ? [trace, parent] : [undefined, undefined]);
    });
  });

  it('of a health probe has the level debug if it succeeds, and info if it fails', async () => {
    expect((await sendAndReadLog('GET /health/ready', { key: null })).logLine.level).toBe('debug');
    jest.spyOn(app.readiness, 'notReadyReason').mockReturnValue('The database does not answer.');
    expect((await sendAndReadLog('GET /health/ready', { key: null })).logLine.level).toBe('info');
  });

  it.each([
    ['garbage', 'garbage\r\n\r\n', 400, 'malformed_request'],
    ['a header that is too long', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    ['CONNECT', 'CONNECT secret:443 HTTP/1.1\r\nHost: secret\r\n\r\n', 400, 'malformed_request'],
  ])('has no method if the server cannot parse the request: %s', async (_, bytes, status, code) => {
    const { headers } = await sendAndCheck(app.port, bytes);
    expect(await app.log.accessLogLineOf(headers['x-request-id'])).toStrictEqual({
      level: 'info',
      time: expect.any(String),
      requestId: headers['x-request-id'],
      route: 'unparsed',
      status,
      code,
      client: '127.0.0.1',
      msg: 'request',
    });
    expect(app.log.text).not.toContain('secret');
  });
});

describe('the log line of a request whose client disconnects', () => {
  const request = (line: string, id: string, ...headers: string[]) =>
    requestText(`${line} HTTP/1.1`, ['Host: pets', app.withKey, `X-Request-Id: ${id}`, ...headers]);

  const incompleteCreate = (id: string) =>
    `${request('POST /v1/pets', id, 'Content-Type: application/json', 'Content-Length: 9')}{`;

  async function open(bytes: string): Promise<Socket> {
    const socket = connect(app.port, '127.0.0.1').resume();
    await once(socket, 'connect');
    socket.write(bytes);
    return socket;
  }

  it('before the response has no status', async () => {
    let respond = (): void => undefined;
    const called = new Promise((resolve) => {
      jest.spyOn(app.pets, 'list').mockImplementationOnce(() => {
        resolve(undefined);
        return new Promise((returnPets) => (respond = () => returnPets([])));
      });
    });
    const socket = await open(request('GET /v1/pets', 'first'));
    await called;
    socket.resetAndDestroy();
    const line = await app.log.accessLogLineOf('first');
    const apiKey = expect.stringMatching(/^key_/);
    expect(line).toMatchObject({ route: '/v1/pets', client: '127.0.0.1', aborted: true, apiKey });
    expect(line.status).toBeUndefined();
    respond();
  });

  it('within the body has no status', async () => {
    const dispatched = once(app.server, 'dispatch');
    const socket = await open(incompleteCreate('half'));
    await dispatched;
    socket.resetAndDestroy();
    const line = await app.log.accessLogLineOf('half');
    expect(line).toMatchObject({ route: '/v1/pets', aborted: true });
    expect(line.status).toBeUndefined();
  });

  it('has the status of the response if the client closes only its sending side within the body', async () => {
    (await open(incompleteCreate('end'))).end();
    const line = await app.log.accessLogLineOf('end');
    expect(line).toMatchObject({ route: '/v1/pets', status: 400, code: 'malformed_request' });
    expect(line.aborted).toBeUndefined();
  });
});

describe('the server with MAX_CONNECTIONS=1', () => {
  let server: Server;
  let log: LogCapture;
  let sockets: Socket[];

  beforeEach(async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    [server, log, sockets] = [createTestServer(undefined, { maxConnections: 1 }), new LogCapture(), []];
    logRefusals(server, log.log);
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });

  afterEach(async () => {
    jest.useRealTimers();
    for (const socket of sockets) socket.destroy();
    await once(server.close(), 'close');
  });

  async function open(): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
    sockets.push(socket.on('error', () => undefined));
    await once(socket, 'connect');
    return socket;
  }

  async function expectRefused(): Promise<void> {
    const refused = await open();
    await new Promise((closed) => refused.once('close', closed));
    expect(refused.bytesRead).toBe(0);
  }

  it('closes further connections without a response, and logs the first at once and the number of the others after a minute', async () => {
    const loggedCounts = () => log.lines.map((line) => (line as unknown as { connections: number }).connections);
    await open();
    await expectRefused();
    expect(log.lines).toMatchObject([{ level: 'warn', msg: 'refused connections: MAX_CONNECTIONS are open' }]);
    await expectRefused();
    await expectRefused();
    expect(loggedCounts()).toEqual([1]);
    jest.advanceTimersByTime(60_000);
    expect(loggedCounts()).toEqual([1, 2]);
    jest.advanceTimersByTime(60_000);
    expect(loggedCounts()).toEqual([1, 2]);
  });
});

describe('the log', () => {
  /** The requests contain this text in every part that a client can choose. */
  const secret = 'hunter2';

  /** Sends all requests and returns the statuses. Expects an access-log line for each of them. */
  async function sendAll(authorization: string): Promise<number[]> {
    const head = [
      `Host: ${secret}.example`,
      'Connection: close',
      ...['User-Agent', 'Cookie', 'Referer', 'X-Forwarded-For'].map((name) => `${name}: ${secret}`),
      `X-Request-Id: ${secret} ${secret}`,
      `traceparent: 00-${secret}-${secret}-01`,
      `tracestate: a=${secret}`,
      `Authorization: ${authorization}`,
    ];
    const body = JSON.stringify({ name: `Rex ${secret}`, categoryId: 7, status: 'available', note: secret });
    const requests = [
      [`GET /v1/pets?limit=5&access_token=${secret}&cursor=${secret}`],
      [`GET /v1/pets?status=${secret}`],
      [`GET /v1/pets/${secret}`],
      [`GET /${secret}?${secret}`],
      [`GET /docs/${secret}`],
      [`GET /%zz${secret}`],
      ['POST /v1/pets', 'Content-Type: application/json'],
      ['POST /v1/pets', `Content-Type: text/${secret}`],
      [`PUT /v1/pets?${secret}`],
      ['POST /v1/pets', `Expect: ${secret}`],
      ['POST /v1/pets', `${secret} : ${secret}`],
      [`${secret} /${secret}`],
    ] as const;
    const statuses = [];
    for (const [requestLine, ...more] of requests) {
      const response = await sendAndCheck(app.port, requestText(`${requestLine} HTTP/1.1`, [...head, ...more], body));
      expect((await app.log.accessLogLineOf(response.headers['x-request-id'])).status).toBe(response.status);
      statuses.push(response.status);
    }
    return statuses;
  }

  it('contains no key, no header, no query and no body', async () => {
    const statuses = await sendAll(`Bearer ${app.key}`);
    expect(statuses).toEqual([400, 400, 404, 404, 404, 400, 201, 415, 405, 417, 400, 400]);
    const unauthenticated = await sendAll(`Bearer ${secret}`);
    expect(unauthenticated).toEqual([401, 401, 401, 404, 404, 400, 401, 401, 405, 417, 400, 400]);
    await sendAll(`Bearer ${app.key.slice(0, -1)}`);
    for (const part of [secret, app.key, app.key.slice(0, -1), app.key.slice('pets_'.length)]) {
      expect(app.log.text).not.toContain(part);
    }
  });

  it('contains no value of a statement that failed', async () => {
    const cause = Object.assign(new Error('value too long'), { code: '22001', detail: `Failing row: ${secret}` });
    const failure = new QueryFailedError('INSERT INTO pets VALUES ($1)', [secret], cause);
    for (const thrown of [failure, new DatabaseUnavailable(failure), { secret }, [secret]]) {
      jest.spyOn(app.pets, 'list').mockRejectedValueOnce(thrown);
      const { headers } = await app.client.get('/v1/pets');
      expect(app.log.otherLinesOf(headers['x-request-id'])).toHaveLength(1);
    }
    expect(app.log.lines.map(({ err }) => err?.message)).toContain('value too long');
    expect(app.log.text).not.toContain(secret);
  });

  it('contains neither line breaks nor control sequences of a message', async () => {
    const hostile = 'a\r\nb\x1b[2Jc\x9b31md\x7fe\u2028f\u202eg\u0085h';
    jest.spyOn(app.pets, 'list').mockRejectedValueOnce(new Error(hostile));
    const before = app.log.text.length;
    const { headers } = await app.client.get('/v1/pets');
    await app.log.accessLogLineOf(headers['x-request-id']);
    const logText = app.log.text.slice(before);
    expect(logText.trimEnd().split('\n')).toHaveLength(2);
    expect(logText.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
    expect(app.log.otherLinesOf(headers['x-request-id'])).toMatchObject([{ err: { message: hostile } }]);
  });
});
