import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Instance } from './support/client.ts';
import { requireErrorBody, sendBytes } from './support/error-body.ts';
import { describeBehind, startHaproxy } from './support/proxies.ts';
import { head } from './support/raw-socket.ts';
import { processes } from './support/test-file.ts';

const close = 'Connection: close';
const [get, create] = [head('GET /v1/pets', close), head('POST /v1/pets', 'Content-Length: 2', close) + '{}'];

describeBehind('haproxy', 'the shipped haproxy.cfg', () => {
  let server: Server;
  let haproxy: Instance;
  let isHealthy = true;
  let ends = true;
  let received: string[];

  beforeAll(async () => {
    server = createServer(({ method, url, socket }, response) => {
      if (url!.startsWith('/health')) return void response.writeHead(isHealthy ? 200 : 500).end();
      received.push(method!);
      if (ends) socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const instance = { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    haproxy = await startHaproxy(processes, instance, { 'timeout server 35s': 'timeout server 100ms' });
    const live = head('GET /health/live', close);
    await processes.until(async () => (await sendBytes(haproxy, live)).status === 200);
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  beforeEach(() => {
    received = [];
  });

  it('a request of HTTP/1.0 needs no Host', async () => {
    expect(await sendBytes(haproxy, 'GET /health/live HTTP/1.0\r\n\r\n')).toMatchObject({ status: 200 });
  });

  it.each([
    ['a connection that ends before the response', true],
    ['no response in time', false],
  ])('%s: a change gets outcome_unknown, sent once; a GET service_unavailable', async (_name, connectionEnds) => {
    ends = connectionEnds;
    const created = await sendBytes(haproxy, create);
    expect([created.status, requireErrorBody(created)]).toEqual([503, 'outcome_unknown']);
    expect(received).toEqual(['POST']);
    const got = await sendBytes(haproxy, get);
    expect([got.status, requireErrorBody(got)]).toEqual([503, 'service_unavailable']);
  });

  it('more requests than the rate get 429', async () => {
    const limited = await startHaproxy(
      processes,
      { address: haproxy.address },
      { 'sc_http_req_rate(0) gt 1000': 'sc_http_req_rate(0) gt 0' },
    );
    const response = await sendBytes(limited, get);
    expect([response.status, requireErrorBody(response)]).toEqual([429, 'rate_limited']);
  });

  it('no healthy instance: a change gets service_unavailable, because no instance received it', async () => {
    // HAProxy sends requests to the instance until its check fails.
    isHealthy = false;
    const response = await processes.until(async () => {
      received = [];
      const answer = await sendBytes(haproxy, create);
      return received.length === 0 && answer;
    });
    expect([response.status, requireErrorBody(response)]).toEqual([503, 'service_unavailable']);
  });
});
