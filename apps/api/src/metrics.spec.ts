import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { serveMetrics } from '@petstore/operations/metrics-listener';
import { NewPet } from '@petstore/pets-domain';
import { OperatorError } from '@petstore/operations';
import { requestText } from '@petstore/testing/raw';
import { register } from 'prom-client';
import { sendAndCheck } from './testing/document-check.ts';
import { measure, samplesOf, valueOf } from './testing/measure.ts';
import { useTestApp } from './testing/test-app.ts';
import { version } from './version.ts';

const host = '127.0.0.1';
const requests = 'petstore_http_requests_total';
const duration = 'petstore_http_request_duration_seconds';
const inFlight = 'petstore_http_requests_in_flight';

const app = useTestApp();
let scrape: () => Promise<string>;

beforeEach(async () => {
  scrape = measure(app);
  app.empty();
  await app.pets.add(NewPet.of({ name: 'Rex', categoryId: 7 }).register('key_1'));
});

/** Waits until the request has ended: the service measures it before it writes the log line. */
async function ended(responding: PromiseLike<{ headers: Record<string, string> }>): Promise<void> {
  await app.log.accessLogLineOf((await responding).headers['x-request-id']);
}

/** Lets every list wait. Resolves `called` at the given number of lists, and ends them all by `respond`. */
function holdLists(count: number) {
  const pending: (() => void)[] = [];
  const called = new Promise<void>((resolve) => {
    jest.spyOn(app.pets, 'list').mockImplementation(() => {
      const listing = new Promise<[]>((returnPets) => pending.push(() => returnPets([])));
      if (pending.length === count) resolve();
      return listing;
    });
  });
  return { called, respond: () => pending.forEach((each) => each()) };
}

/** Opens a connection and sends a list request with this id, and then the text. */
async function sendList(id: string, text = '') {
  const socket = connect(app.port, host).resume();
  await once(socket, 'connect');
  const head = ['Host: pets', app.withKey, `X-Request-Id: ${id}`];
  socket.write(requestText('GET /v1/pets HTTP/1.1', head) + text);
  return socket;
}

describe('the metrics', () => {
  it('count requests and their duration by method, route and status', async () => {
    await ended(app.client.get('/v1/pets'));
    await ended(app.client.get('/v1/pets?limit=1'));
    await ended(app.client.get('/v1/pets?limit=0'));
    await ended(app.client.get('/v1/pets/1'));
    await ended(app.client.get('/nothing/17'));
    await ended(sendAndCheck(app.port, 'garbage\r\n\r\n'));
    const text = await scrape();
    expect(samplesOf(text, requests)).toEqual([
      `${requests}{method="GET",route="/v1/pets",status="200"} 2`,
      `${requests}{method="GET",route="/v1/pets",status="400"} 1`,
      `${requests}{method="GET",route="/v1/pets/{petId}",status="200"} 1`,
      `${requests}{method="GET",route="unmatched",status="404"} 1`,
      `${requests}{method="other",route="unparsed",status="400"} 1`,
    ]);
    expect(text).toContain(`${duration}_count{method="GET",route="/v1/pets"} 3\n`);
    const buckets = samplesOf(text, `${duration}_bucket`).filter((line) => line.includes('route="/v1/pets"'));
    expect(buckets.map((line) => /le="(.*?)"/.exec(line)?.[1]).join(' ')).toBe(
      '0.0005 0.001 0.0025 0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 5 +Inf',
    );
  });

  it('have no series for methods and paths that an unauthenticated client chooses', async () => {
    for (const method of ['PROPFIND', 'MKCOL', 'TRACE']) {
      await ended(app.send(`${method} /${method}`, { key: null }));
    }
    expect(samplesOf(await scrape(), requests)).toEqual([
      `${requests}{method="other",route="unmatched",status="404"} 3`,
    ]);
  });

  it('show the requests in flight, and count requests whose client disconnected', async () => {
    const lists = holdLists(2);
    const sockets = [await sendList('gone-1'), await sendList('gone-2')];
    await lists.called;
    expect(valueOf(await scrape(), inFlight)).toBe(2);
    for (const socket of sockets) socket.resetAndDestroy();
    await Promise.all([app.log.accessLogLineOf('gone-1'), app.log.accessLogLineOf('gone-2')]);
    const text = await scrape();
    expect(valueOf(text, inFlight)).toBe(0);
    expect(samplesOf(text, requests)).toEqual([`${requests}{method="GET",route="/v1/pets",status="aborted"} 2`]);
    lists.respond();
  });

  it('do not count a pipelined request, which is not executed', async () => {
    const lists = holdLists(1);
    const socket = await sendList('first', 'GET /nothing HTTP/1.1\r\nHost: pets\r\n\r\n');
    await lists.called;
    expect(valueOf(await scrape(), inFlight)).toBe(1);
    lists.respond();
    await once(socket, 'close');
    const text = await scrape();
    expect(valueOf(text, inFlight)).toBe(0);
    expect(samplesOf(text, requests)).toEqual([`${requests}{method="GET",route="/v1/pets",status="200"} 1`]);
  });

  it('count requests that are refused because of their key by error code', async () => {
    const refusals = 'petstore_key_refusals_total';
    expect(samplesOf(await scrape(), refusals)).toContain(`${refusals}{code="missing_api_key"} 0`);
    await ended(app.unauthenticated.get('/v1/pets'));
    await ended(app.unauthenticated.get('/v1/pets/1'));
    await ended(app.authenticated('pets_1').get('/v1/pets'));
    const { secret } = await app.issueKey('website', undefined, 'read-only');
    await ended(app.authenticated(secret.text).post('/v1/pets'));
    await ended(app.client.get('/v1/pets/99'));
    expect(samplesOf(await scrape(), refusals)).toEqual([
      `${refusals}{code="missing_api_key"} 2`,
      `${refusals}{code="invalid_api_key"} 1`,
      `${refusals}{code="read_only_key"} 1`,
    ]);
  });

  it('count calls of the deprecated operation by verified keys, and show its sunset date', async () => {
    await ended(app.client.get('/v1/pets/1'));
    await ended(app.client.get('/v1/pets/99'));
    await ended(app.client.get('/v1/pets'));
    await ended(app.unauthenticated.get('/v1/pets/1'));
    await ended(app.authenticated('pets_1').get('/v1/pets/1'));
    const text = await scrape();
    expect(samplesOf(text, 'petstore_deprecated_calls_total')).toEqual([
      expect.stringMatching(/^petstore_deprecated_calls_total\{api_key="key_[0-9A-Za-z]{13}"\} 2$/),
    ]);
    expect(valueOf(text, 'petstore_sunset_timestamp_seconds')).toBe(Date.parse('2030-12-05') / 1_000);
  });

  it('show the version, the resources of the process and the pool, which has no connection yet', async () => {
    const text = await scrape();
    expect(text).toContain(`petstore_build_info{version="${version}",node="${process.versions.node}"} 1\n`);
    expect(text).toContain('petstore_pool_connections{state="used"} 0\n');
    for (const name of [
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
    ]) {
      expect(valueOf(text, name)).toBeDefined();
    }
    expect(text).not.toMatch(/heap_space|active_(?:handles|requests|resources)|nodejs_version_info/);
  });

  it('show whether the service is ready', async () => {
    expect(valueOf(await scrape(), 'petstore_ready')).toBe(1);
    jest.spyOn(app.readiness, 'notReadyReason').mockReturnValue('The database does not answer.');
    expect(valueOf(await scrape(), 'petstore_ready')).toBe(0);
  });

  it('count the lines that the log dropped', async () => {
    let dropped = 0;
    const scrapeOther = measure(app, () => dropped);
    const droppedInScrape = async () => valueOf(await scrapeOther(), 'petstore_log_lines_dropped_total');
    expect(await droppedInScrape()).toBe(0);
    dropped = 7;
    expect([await droppedInScrape(), await droppedInScrape()]).toEqual([7, 7]);
  });

  it('follow the naming rules of Prometheus, and are those of the dashboard, the alerts and running.md', async () => {
    await ended(app.client.get('/v1/pets/1'));
    await ended(app.unauthenticated.get('/v1/pets'));
    const text = await scrape();
    const types = [...text.matchAll(/^# TYPE (petstore_\S+) (\S+)$/gm)];
    const metrics = types.map(([, name = '']) => name);
    expect(metrics.length).toBeGreaterThanOrEqual(13);
    for (const [, name = '', type] of types) {
      expect(text).toMatch(new RegExp(`^# HELP ${name} \\S.*\\.$`, 'm'));
      expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
      if (type === 'histogram') expect(name).toMatch(/_seconds$/);
    }
    const namesIn = (file: string) =>
      new Set(
        readFileSync(join(__dirname, '../../../docs', file), 'utf8').match(
          /\b(?:petstore|process|nodejs)_[a-z_\d]*[a-z\d]/g,
        ),
      );
    const [dashboard, alerts] = [namesIn('monitoring/dashboard.json'), namesIn('monitoring/alerts.yml')];
    // The last one is a metric of `petstore deliver`.
    const samples = new Set([...text.match(/^[a-z]\w+/gm)!, 'petstore_delivery_lag_seconds']);
    expect([...dashboard, ...alerts].filter((name) => !samples.has(name))).toEqual([]);
    expect(metrics.filter((name) => !dashboard.has(name) && !dashboard.has(`${name}_bucket`))).toEqual([]);
    const documented = namesIn('running.md');
    expect(metrics.filter((name) => !documented.has(name))).toEqual([]);
  });
});

describe('the listener for metrics', () => {
  let listener: Server;
  let url: string;

  beforeEach(async () => {
    listener = await serveMetrics({ host, port: 0 }, () => undefined);
    url = `http://${host}:${(listener.address() as AddressInfo).port}/metrics`;
  });

  afterEach(() => {
    jest.useRealTimers();
    listener.close().closeAllConnections();
  });

  async function open(text: string): Promise<Socket> {
    const socket = connect(Number(new URL(url).port), host).on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  }

  const scrapeText = async () => (await fetch(url)).text();

  it('responds only to GET and HEAD at /metrics, and the listener of the API has no metrics', async () => {
    const got = await fetch(url);
    expect(got.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const head = await fetch(`${url}?name[]=up`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const posted = await fetch(url, { method: 'POST', body: 'x' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    for (const path of ['/', '/metrics/', '/v1/pets', '/docs', '/health/live']) {
      expect((await fetch(new URL(path, url))).status).toBe(404);
    }
    expect((await app.unauthenticated.get('/metrics')).status).toBe(404);
  });

  it.each(['', 'GET /metrics HTTP/1.1\r\n', 'GET /metrics HTTP/1.1\r\nHost: pets\r\n\r\n'])(
    'serves a scrape beside 100 older connections that sent %j and stay open',
    async (text) => {
      const sockets: Socket[] = [];
      for (let count = 0; count < 100; count++) sockets.push(await open(text));
      expect((await fetch(url)).status).toBe(200);
      for (const socket of sockets) socket.destroy();
    },
  );

  it('closes a connection that has no complete request after a second', async () => {
    expect(listener).toMatchObject({ headersTimeout: 1_000, requestTimeout: 1_000 });
    const socket = await open('GET /metrics HTTP/1.1\r\nX-Slow: ');
    const drip = setInterval(() => socket.write('x'), 50);
    await once(socket.resume(), 'close');
    clearInterval(drip);
  });

  it('closes a connection whose client does not read, after three seconds', async () => {
    expect(listener.timeout).toBe(3_000);
    listener.timeout = 50;
    // More than the buffers of both sockets.
    jest.spyOn(register, 'metrics').mockResolvedValue('x'.repeat(50_000_000));
    const connected = once(listener, 'connection');
    const socket = await open('GET /metrics HTTP/1.1\r\nHost: pets\r\n\r\n');
    const [connection] = (await connected) as [Socket];
    await once(connection, 'close');
    socket.destroy();
  });

  it('sends one response per connection, so that no idle or pipelining client occupies a connection', async () => {
    const socket = await open('GET /metrics HTTP/1.1\r\nHost: pets\r\n\r\n'.repeat(3));
    let received = '';
    socket.on('data', (data) => (received += data.toString()));
    await once(socket, 'close');
    expect(received.match(/^HTTP\/1\.1 200 OK\r\n[^]*?^Connection: close\r$/gm)).toHaveLength(1);
  });

  it('collects once for all scrapes of a second', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const collect = jest.spyOn(register, 'metrics');
    const texts = await Promise.all(Array.from({ length: 40 }, scrapeText));
    jest.advanceTimersByTime(999);
    texts.push(await scrapeText());
    expect([new Set(texts).size, collect.mock.calls.length]).toEqual([1, 1]);
    jest.advanceTimersByTime(1);
    await scrapeText();
    expect(collect).toHaveBeenCalledTimes(2);
  });

  it('answers 500 if the collection fails, and collects again', async () => {
    jest.spyOn(register, 'metrics').mockRejectedValueOnce(new Error('no value'));
    expect((await fetch(url)).status).toBe(500);
    // The failure is cached for a second, as a collection is.
    while ((await fetch(url)).status === 500);
    expect(await scrapeText()).toContain('petstore_ready 1');
  });

  it('names the variable in the error if the port is in use', async () => {
    const { port } = listener.address() as AddressInfo;
    await expect(serveMetrics({ host, port }, () => undefined)).rejects.toThrow(
      new OperatorError(`port ${port} is in use; set METRICS_PORT`),
    );
  });
});
