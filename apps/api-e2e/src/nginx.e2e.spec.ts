import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, type Socket } from 'node:net';
import { freePort } from '@petstore/database/testing';
import type { Instance } from './support/client.ts';
import { requireErrorBody, sendBytes } from './support/error-body.ts';
import { describeBehind, startNginx } from './support/proxies.ts';
import { head, headOfBody, openSocket, openSockets, write } from './support/raw-socket.ts';
import type { Service } from './support/service.ts';
import { Database, issueKey, processes, startService } from './support/test-file.ts';

const close = 'Connection: close';
const maxBody = 102_400;
const rex = '{"name":"Rex","categoryId":7}';

describeBehind('nginx', 'the service behind the shipped nginx.conf', () => {
  let service: Service;
  let nginx: Instance;
  let key: string;

  beforeAll(async () => {
    const database = await Database.create();
    service = await startService({ ...database.location, TRUST_PROXY: '1' });
    key = await issueKey(database.location);
    nginx = await startNginx(processes, service);
  });

  const post = (length: number, ...headers: string[]) =>
    headOfBody('POST /v1/pets', key, length, close, ...headers) + rex.padEnd(length);
  const chunked = (...headers: string[]) =>
    head('POST /v1/pets', 'Content-Type: application/json', 'Transfer-Encoding: chunked', close, ...headers) +
    `${(maxBody + 1).toString(16)}\r\n${rex.padEnd(maxBody + 1)}\r\n0\r\n\r\n`;

  it('a request of HTTP/1.0 needs no Host', async () => {
    expect(await sendBytes(nginx, 'GET /health/live HTTP/1.0\r\n\r\n')).toMatchObject({ status: 200 });
  });

  it('the largest body and the largest head that the service accepts pass', async () => {
    expect(await sendBytes(nginx, post(maxBody))).toMatchObject({ status: 201 });
    const long = `X-Long: ${'x'.repeat(15_500)}`;
    expect(await sendBytes(nginx, head('GET /v1/pets', `Authorization: Bearer ${key}`, close, long))).toMatchObject({
      status: 200,
    });
    expect(
      await sendBytes(nginx, head(`GET /v1/pets?x=${'x'.repeat(15_500)}`, `Authorization: Bearer ${key}`, close)),
    ).toMatchObject({
      status: 200,
    });
  });

  it.each<[name: string, status: number, code: string, bytes: () => string]>([
    ['garbage', 400, 'malformed_request', () => 'GARBAGE\r\n\r\n'],
    ['CONNECT', 400, 'malformed_request', () => head('CONNECT pets:1')],
    ['no Host', 400, 'malformed_request', () => 'GET /v1/pets HTTP/1.1\r\n\r\n'],
    ['two Hosts', 400, 'malformed_request', () => head('GET /v1/pets', 'Host: pets')],
    ['another version', 400, 'malformed_request', () => 'GET /v1/pets HTTP/3.0\r\nHost: pets\r\n\r\n'],
    ['an unknown transfer coding', 400, 'malformed_request', () => head('POST /v1/pets', 'Transfer-Encoding: gzip')],
    ['two lengths', 400, 'malformed_request', () => head('POST /v1/pets', 'Content-Length: 1', 'Content-Length: 2')],
    ['a length and chunks', 400, 'malformed_request', () => chunked('Content-Length: 5')],
    ['a path that cannot be decoded', 400, 'malformed_request', () => head('GET /v1/%zz', close)],
    ['a long request line', 431, 'headers_too_large', () => head(`GET /v1/pets?x=${'x'.repeat(17_000)}`, close)],
    ['a long header', 431, 'headers_too_large', () => head('GET /v1/pets', `x: ${'x'.repeat(17_000)}`, close)],
    ['many headers', 431, 'headers_too_large', () => head('GET /v1/pets', ...Array<string>(250).fill('x: 1'), close)],
    ['an expectation', 417, 'expectation_failed', () => head('GET /v1/pets', 'Expect: tea', close)],
    ['a large body', 413, 'payload_too_large', () => post(maxBody + 1)],
    ['a large body of chunks', 413, 'payload_too_large', () => chunked(`Authorization: Bearer ${key}`)],
    ['a large body without a key', 401, 'missing_api_key', () => chunked()],
    ['a large body for nothing', 404, 'route_not_found', () => post(maxBody + 1).replace('/v1/pets', '/nothing')],
    ['TRACE', 405, 'method_not_allowed', () => head('TRACE /v1/pets', close)],
    ['an error document of nginx', 404, 'route_not_found', () => head('GET /petstore-error/unavailable', close)],
  ])('%s is %d %s', async (_name, status, code, bytes) => {
    const response = await sendBytes(nginx, bytes());
    expect([response.status, requireErrorBody(response)]).toEqual([status, code]);
    if (status === 405) expect(response.headers.get('allow')).toContain('GET');
  });

  it.each([
    ['', null],
    ['max-age=31536000', 'max-age=31536000'],
  ])('with HSTS "%s", each response of the service and of nginx has %p', async (hsts, expected) => {
    const proxy = await startNginx(processes, service, { "set $petstore_hsts '';": `set $petstore_hsts '${hsts}';` });
    for (const bytes of [head('GET /health/live', close), head('DELETE /health/live', close), 'GARBAGE\r\n\r\n']) {
      expect((await sendBytes(proxy, bytes)).headers.get('strict-transport-security')).toBe(expected);
    }
  });

  it('a refused request has the id that the client sent', async () => {
    const { headers } = await sendBytes(
      nginx,
      head('GET /v1/pets', 'Transfer-Encoding: gzip', 'X-Request-Id: front-desk-7'),
    );
    expect(headers.get('x-request-id')).toBe('front-desk-7');
  });

  it('the service logs the address of the client, and not what the client says it is', async () => {
    await sendBytes(
      nginx,
      head('GET /v1/pets', 'X-Forwarded-For: 203.0.113.7', 'X-Request-Id: address', close),
      '127.0.0.9',
    );
    const line = await processes.until(() => service.log.find(({ requestId }) => requestId === 'address'));
    expect(JSON.stringify(line)).toContain('127.0.0.9');
    expect(JSON.stringify(line)).not.toContain('203.0.113.7');
  });

  it('an address with 200 unfinished requests gets 429, and another address is served', async () => {
    const unfinished = head('POST /v1/pets', 'Content-Length: 100');
    // More than 200, because nginx may refuse some of them: a request of an earlier test may still count.
    const sockets = await openSockets(nginx, 250, (socket) => write(socket, unfinished));
    const live = head('GET /health/live', close);
    const response = await processes.until(async () => {
      const answer = await sendBytes(nginx, live);
      return answer.status === 429 && answer;
    });
    expect(requireErrorBody(response)).toBe('rate_limited');
    expect(await sendBytes(nginx, live, '127.0.0.2')).toMatchObject({ status: 200 });
    for (const socket of sockets) socket.destroy();
  });

  it('an address that sends more than the rate and its burst gets 429, and another address is served', async () => {
    const slow = await startNginx(processes, service, { 'rate=1000r/s': 'rate=1r/m', 'burst=1000': 'burst=9' });
    const live = head('GET /health/live', close);
    for (let request = 0; request < 10; request++) expect(await sendBytes(slow, live)).toMatchObject({ status: 200 });
    expect(requireErrorBody(await sendBytes(slow, live))).toBe('rate_limited');
    expect(await sendBytes(slow, live, '127.0.0.2')).toMatchObject({ status: 200 });
  });

  it('nginx closes the connection of a slow head and of a slow body without a response, and the service gets neither', async () => {
    const before = service.log.length;
    const ends = ['GET /slow HTTP/1.1\r\nHost: pets\r\nX-Slow: ', headOfBody('POST /slow', key, 100) + '{'].map(
      async (bytes) => {
        const socket = await openSocket(nginx);
        await write(socket, bytes);
        // nginx may reset the connection, and `once` would reject.
        await new Promise((resolve) => socket.resume().on('close', resolve));
        return socket.bytesRead;
      },
    );
    expect(await Promise.all(ends)).toEqual([0, 0]);
    expect(service.log.slice(before).filter((line) => JSON.stringify(line).includes('slow'))).toEqual([]);
  });
});

describeBehind('nginx', 'the shipped nginx.conf without a working service', () => {
  const [get, create] = [head('GET /v1/pets', close), head('POST /v1/pets', 'Content-Length: 2', close) + '{}'];
  let server: Server | undefined;

  afterEach(() => server?.close());

  /** Starts a server in place of the service. */
  async function startInstance(handle: RequestListener): Promise<Instance> {
    server = createServer(handle).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  }

  it('every request gets service_unavailable if nginx cannot connect to the service', async () => {
    const nginx = await startNginx(processes, { address: `http://127.0.0.1:${await freePort()}` });
    // After the first request, nginx takes both servers for failed, and opens no connection.
    for (const request of [create, create, get]) {
      const response = await sendBytes(nginx, request);
      expect([response.status, requireErrorBody(response)]).toEqual([503, 'service_unavailable']);
    }
  });

  it.each([
    ['POST', create],
    ['DELETE', head('DELETE /v1/pets/1', close)],
  ])('a %s whose connection ends before the response gets outcome_unknown, and is sent once', async (method, bytes) => {
    const received: string[] = [];
    const instance = await startInstance((request) => {
      received.push(request.method!);
      request.socket.destroy();
    });
    const response = await sendBytes(await startNginx(processes, instance), bytes);
    expect([response.status, requireErrorBody(response)]).toEqual([503, 'outcome_unknown']);
    expect(received).toEqual([method]);
  });

  it('a GET whose connections end before the response gets service_unavailable', async () => {
    const instance = await startInstance(({ socket }) => socket.destroy());
    const got = await sendBytes(await startNginx(processes, instance), get);
    expect([got.status, requireErrorBody(got)]).toEqual([503, 'service_unavailable']);
  });

  it('a response with long headers passes', async () => {
    const instance = await startInstance((_, response) => response.setHeader('Link', 'x'.repeat(12_000)).end());
    expect(await sendBytes(await startNginx(processes, instance), get)).toMatchObject({ status: 200 });
  });

  it('a change to which the service does not respond gets outcome_unknown', async () => {
    const sockets: Socket[] = [];
    const instance = await startInstance(({ socket }) => void sockets.push(socket));
    const nginx = await startNginx(processes, instance, { 'proxy_read_timeout 40s': 'proxy_read_timeout 100ms' });
    const created = await sendBytes(nginx, create);
    expect([created.status, requireErrorBody(created)]).toEqual([503, 'outcome_unknown']);
    for (const socket of sockets) socket.destroy();
  });
});
