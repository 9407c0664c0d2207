import { once } from 'node:events';
import { connect } from 'node:net';
import { IssueKey } from '@petstore/access-application';
import { NodeCryptography } from '@petstore/access-infrastructure';
import { NewPet } from '@petstore/pets-domain';
import { valueOf, type MeasuredApplication } from '@petstore/testing/metrics';
import { requestText } from '@petstore/testing/raw';
import { sendAndCheck } from '../testing/document-check.ts';
import { measure } from '../testing/measure.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { version } from '../version.ts';

let app: TestApp;
let measured: MeasuredApplication;

beforeEach(async () => {
  app = await startTestApp();
  measured = await measure(app);
  await app.pets.add(NewPet.parse({ name: 'Rex', categoryId: 7 }));
});

afterEach(async () => {
  await measured.close();
  await app.close();
});

const requests = 'petstore_http_requests_total';
const duration = 'petstore_http_request_duration_seconds';

/** Waits until the request has ended: the service measures it before it writes the log line. */
async function waitForLogLine(responding: PromiseLike<{ headers: Record<string, string> }>): Promise<void> {
  await app.log.accessLogLineOf((await responding).headers['x-request-id']);
}

describe('the metrics', () => {
  it('count requests and their duration by method, route and status', async () => {
    await waitForLogLine(app.client.get('/v1/pets'));
    await waitForLogLine(app.client.get('/v1/pets?limit=1'));
    await waitForLogLine(app.client.get('/v1/pets?limit=0'));
    await waitForLogLine(app.client.get('/v1/pets/1'));
    await waitForLogLine(app.client.get('/nothing/17'));
    await waitForLogLine(sendAndCheck(app.port, 'garbage\r\n\r\n'));
    const samples = await measured.scrape();
    expect(samples.filter(({ name }) => name === requests)).toEqual(
      [
        ['GET', '/v1/pets', '200', 2],
        ['GET', '/v1/pets', '400', 1],
        ['GET', '/v1/pets/{petId}', '200', 1],
        ['GET', 'unmatched', '404', 1],
        ['other', 'unparsed', '400', 1],
      ].map(([method, route, status, value]) => ({ name: requests, labels: { method, route, status }, value })),
    );
    const list = { method: 'GET', route: '/v1/pets' };
    expect(valueOf(samples, `${duration}_count`, list)).toBe(3);
    expect(valueOf(samples, `${duration}_bucket`, { ...list, le: '+Inf' })).toBe(3);
    expect(valueOf(samples, `${duration}_sum`, list)).toBeGreaterThan(0);
    const bounds = samples.filter(
      ({ name, labels }) => name === `${duration}_bucket` && labels['route'] === '/v1/pets',
    );
    expect(bounds.map(({ labels }) => labels['le'])).toEqual([
      '0.0005',
      '0.001',
      '0.0025',
      '0.005',
      '0.01',
      '0.025',
      '0.05',
      '0.1',
      '0.25',
      '0.5',
      '1',
      '2.5',
      '5',
      '+Inf',
    ]);
  });

  it('do not count a pipelined request whose connection closed before it was dispatched', async () => {
    let respond = (): void => undefined;
    const listCalled = new Promise((resolve) => {
      jest.spyOn(app.pets, 'list').mockImplementationOnce(() => {
        resolve(undefined);
        return new Promise((returnPets) => (respond = () => returnPets([])));
      });
    });
    const socket = connect(app.port, '127.0.0.1').resume();
    await once(socket, 'connect');
    const head = ['Host: pets', `Authorization: Bearer ${app.key}`, 'X-Request-Id: first'];
    socket.write(requestText('GET /v1/pets HTTP/1.1', head) + 'GET /nothing HTTP/1.1\r\nHost: pets\r\n\r\n');
    await listCalled;
    const inFlight = async () => valueOf(await measured.scrape(), 'petstore_http_requests_in_flight');
    expect(await inFlight()).toBe(1);
    socket.resetAndDestroy();
    await app.log.accessLogLineOf('first');
    respond();
    expect(await inFlight()).toBe(0);
    expect((await measured.scrape()).filter(({ name }) => name === requests)).toEqual([
      { name: requests, labels: { method: 'GET', route: '/v1/pets', status: 'aborted' }, value: 1 },
    ]);
  });

  it('have no series for methods and paths that an unauthenticated client chooses', async () => {
    for (const method of ['PROPFIND', 'MKCOL', 'TRACE']) {
      await waitForLogLine(
        sendAndCheck(app.port, requestText(`${method} /${method} HTTP/1.1`, ['Host: pets', 'Connection: close'])),
      );
    }
    const samples = (await measured.scrape()).filter(({ name }) => name === requests);
    expect(samples).toEqual([
      { name: requests, labels: { method: 'other', route: 'unmatched', status: '404' }, value: 3 },
    ]);
  });

  it('show the requests in flight, and count requests whose client disconnected', async () => {
    const pending: (() => void)[] = [];
    const listCalled = new Promise<void>((resolve) => {
      jest.spyOn(app.pets, 'list').mockImplementation(
        () =>
          new Promise((returnPets) => {
            pending.push(() => returnPets([]));
            if (pending.length === 2) resolve();
          }),
      );
    });
    const sockets = ['gone-1', 'gone-2'].map((id) => {
      const head = ['Host: pets', `Authorization: Bearer ${app.key}`, `X-Request-Id: ${id}`];
      const socket = connect(app.port, '127.0.0.1').resume();
      socket.write(requestText('GET /v1/pets HTTP/1.1', head));
      return socket;
    });
    await listCalled;
    expect(valueOf(await measured.scrape(), 'petstore_http_requests_in_flight')).toBe(2);
    for (const socket of sockets) socket.resetAndDestroy();
    await Promise.all([app.log.accessLogLineOf('gone-1'), app.log.accessLogLineOf('gone-2')]);
    const samples = await measured.scrape();
    expect(valueOf(samples, 'petstore_http_requests_in_flight')).toBe(0);
    expect(valueOf(samples, requests, { method: 'GET', route: '/v1/pets', status: 'aborted' })).toBe(2);
    for (const respond of pending) respond();
  });

  it('count requests that are refused because of their key by error code', async () => {
    expect(valueOf(await measured.scrape(), 'petstore_key_refusals_total', { code: 'missing_api_key' })).toBe(0);
    await waitForLogLine(app.unauthenticated.get('/v1/pets'));
    await waitForLogLine(app.unauthenticated.get('/v1/pets/1'));
    await waitForLogLine(app.unauthenticated.get('/v1/pets').set('Authorization', 'Bearer pets_1'));
    const { secret } = await new IssueKey(app.keys, new NodeCryptography()).execute(
      'website',
      'tests',
      undefined,
      'read-only',
    );
    await waitForLogLine(app.authenticated(secret.text).post('/v1/pets'));
    await waitForLogLine(app.client.get('/v1/pets/99'));
    const refusals = (await measured.scrape()).filter(({ name }) => name === 'petstore_key_refusals_total');
    expect(refusals.map(({ labels, value }) => [labels['code'], value])).toEqual([
      ['missing_api_key', 2],
      ['invalid_api_key', 1],
      ['read_only_key', 1],
    ]);
  });

  it('count calls of the deprecated operation by verified keys, and show its sunset date', async () => {
    await waitForLogLine(app.client.get('/v1/pets/1'));
    await waitForLogLine(app.client.get('/v1/pets/99'));
    await waitForLogLine(app.client.get('/v1/pets'));
    await waitForLogLine(app.unauthenticated.get('/v1/pets/1'));
    await waitForLogLine(app.unauthenticated.get('/v1/pets/1').set('Authorization', 'Bearer pets_1'));
    const samples = await measured.scrape();
    expect(samples.filter(({ name }) => name === 'petstore_deprecated_calls_total')).toEqual([
      {
        name: 'petstore_deprecated_calls_total',
        labels: { api_key: expect.stringMatching(/^key_[0-9A-Za-z]{13}$/) },
        value: 2,
      },
    ]);
    expect(valueOf(samples, 'petstore_sunset_timestamp_seconds')).toBe(Date.parse('2030-12-05') / 1_000);
  });

  it('show the version, the resources of the process, and that the pool has no connection yet', async () => {
    const samples = await measured.scrape();
    expect(valueOf(samples, 'petstore_build_info', { version, node: process.versions.node })).toBe(1);
    expect(valueOf(samples, 'petstore_pool_connections_limit')).toBe(0);
    const names = samples.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'process_cpu_seconds_total',
        'process_resident_memory_bytes',
        'nodejs_eventloop_lag_p99_seconds',
      ]),
    );
    expect(
      names.filter((name) => /heap_space|active_(?:handles|requests|resources_total)|version_info/.test(name)),
    ).toEqual([]);
  });

  it('count the lines that the log dropped', async () => {
    let dropped = 0;
    const other = await measure(app, () => dropped);
    const name = 'petstore_log_lines_dropped_total';
    expect(valueOf(await other.scrape(), name)).toBe(0);
    dropped = 7;
    expect(valueOf(await other.scrape(), name)).toBe(7);
    expect(valueOf(await other.scrape(), name)).toBe(7);
    await other.close();
  });

  it('follow the naming rules of Prometheus', async () => {
    await waitForLogLine(app.client.get('/v1/pets/1'));
    const text = await (await fetch(measured.address)).text();
    const types = [...text.matchAll(/^# TYPE (petstore_\S+) (\S+)$/gm)];
    expect(types.length).toBeGreaterThanOrEqual(11);
    for (const [, name = '', type] of types) {
      expect(text).toMatch(new RegExp(`^# HELP ${name} \\S.*\\.$`, 'm'));
      expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
      if (type === 'histogram') expect(name).toMatch(/_seconds$/);
    }
  });
});
