import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { IssueKey, RevokeKey } from '@petstore/access-application';
import { NodeCryptography } from '@petstore/access-infrastructure';
import { DatabaseUnavailable } from '@petstore/database';
import { GracefulShutdown } from '@petstore/http/server/graceful-shutdown';
import type { Deadline } from '@petstore/kernel';
import { valueOf } from '@petstore/testing/metrics';
import { requestText } from '@petstore/testing/raw';
import { nextPath, startChangeFeedApp, type ChangeFeedApp } from '../../testing/change-feed.ts';
import { expectError } from '../../testing/expect-error.ts';
import { measure } from '../../testing/measure.ts';

let app: ChangeFeedApp;

beforeEach(async () => {
  app = await startChangeFeedApp();
});

afterEach(async () => {
  jest.restoreAllMocks();
  await app.close();
});

const issueKey = () => new IssueKey(app.keys, new NodeCryptography()).execute('mirror', 'tests');

/** Sends a request that waits for a change. Returns when it waits. */
async function startWaiting(client = app.client, headers: Record<string, string> = {}) {
  const path = await app.pathOfPresent('wait=30');
  const waiting = app.whenWaiting();
  const response = client
    .get(path)
    .set(headers)
    .then((received) => received);
  await waiting;
  return { path, response };
}

/** Sends such a request on a raw connection, and returns the connection when the request waits. */
async function openWaiting(id: string): Promise<Socket> {
  const path = await app.pathOfPresent('wait=30');
  const waiting = app.whenWaiting();
  const socket = connect(app.port, '127.0.0.1');
  socket.write(
    requestText(`GET ${path} HTTP/1.1`, ['Host: pets', `Authorization: Bearer ${app.key}`, `X-Request-Id: ${id}`]),
  );
  await waiting;
  return socket;
}

it('returns the change when it is committed', async () => {
  const { response } = await startWaiting();
  await app.addPet('Rex');
  await app.ticker.advance(1_000);
  expect(await response).toMatchObject({ status: 200, body: [{ name: 'Rex' }] });
});

it('returns an empty page when the time is over, with the link of the request', async () => {
  const { path, response } = await startWaiting();
  await app.ticker.advance(30_000);
  expect(await response).toMatchObject({ status: 200, text: '[]' });
  expect(nextPath(await response)).toBe(path);
});

it('does not wait without a cursor and for HEAD', async () => {
  await app.client.get('/v1/pets/changes?wait=30').expect(200);
  const response = await app.client.head(await app.pathOfPresent('wait=30'));
  expect(response.status).toBe(200);
  expect(nextPath(response)).toContain('wait=30');
  expect(app.ticker.running).toBe(0);
});

it('sends one poll a second for all clients, and one read for each client that gets a change', async () => {
  const path = await app.pathOfPresent('wait=30');
  const [polls, reads] = [jest.spyOn(app.petChanges, 'present'), jest.spyOn(app.petChanges, 'after')];
  const waiting = app.whenWaiting(50);
  const responses = Array.from({ length: 50 }, () => app.client.get(path).then(({ body }) => body as unknown[]));
  await waiting;
  reads.mockClear();
  await app.ticker.advance(10_000);
  expect([polls.mock.calls.length, reads.mock.calls.length]).toEqual([10, 0]);
  await app.addPet('Rex');
  await app.ticker.advance(1_000);
  expect((await Promise.all(responses)).map(({ length }) => length)).toEqual(Array(50).fill(1));
  expect([polls.mock.calls.length, reads.mock.calls.length]).toEqual([11, 50]);
});

it('returns the change after failed polls, and 503 if the database is still not available at the end', async () => {
  const { response } = await startWaiting();
  const gone = new DatabaseUnavailable(new Error('gone'));
  jest.spyOn(app.petChanges, 'present').mockRejectedValueOnce(gone);
  await app.ticker.advance(1_000);
  await app.addPet('Rex');
  await app.ticker.advance(1_000);
  expect(await response).toMatchObject({ status: 200, body: [{ name: 'Rex' }] });
  const second = await startWaiting();
  jest.spyOn(app.petChanges, 'after').mockRejectedValueOnce(gone);
  await app.addPet('Tom');
  await app.ticker.advance(1_000);
  expectError(await second.response, 'service_unavailable');
});

describe('the key', () => {
  it.each(['a change', 'the end of the time'])('that was revoked during the wait gets 401 after %s', async (end) => {
    const key = await issueKey();
    const { response } = await startWaiting(app.authenticated(key.secret.text));
    await new RevokeKey(app.keys).execute(key.apiKey.publicId, 'tests');
    app.clock.advance(1_000);
    app.keys.advanceTime(1_000);
    if (end === 'a change') await app.addPet('Rex');
    await app.ticker.advance(30_000);
    expectError(await response, 'invalid_api_key');
  });

  it('that cannot be checked again gets 503', async () => {
    const { response } = await startWaiting();
    jest.spyOn(app.keys, 'findByHash').mockRejectedValue(new DatabaseUnavailable(new Error('gone')));
    app.clock.advance(1_000);
    app.keys.advanceTime(1_000);
    await app.ticker.advance(30_000);
    expectError(await response, 'service_unavailable');
  });
});

describe('a client that disconnects', () => {
  it('is removed at once, and its request is logged without a status', async () => {
    const socket = await openWaiting('gone');
    expect(app.watch.size).toBe(1);
    socket.resetAndDestroy();
    const line = await app.log.accessLogLineOf('gone');
    expect(line).toMatchObject({ route: '/v1/pets/changes', aborted: true, waited: expect.any(Number) });
    expect(line.status).toBeUndefined();
    expect([app.watch.size, app.ticker.running]).toEqual([0, 0]);
  });

  it('is removed at once if only its sending side closes, and gets an empty page', async () => {
    const socket = await openWaiting('half');
    let received = '';
    socket.setEncoding('utf8').on('data', (text: string) => (received += text));
    socket.end();
    await once(socket, 'close');
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\nLink: <[^]*\r\n\r\n\[\]$/);
    expect(app.watch.size).toBe(0);
  });
});

it('sends an empty page with its link at once when the server stops, also to a request that arrives later', async () => {
  const shutdown = new GracefulShutdown(app.server);
  const { path, response } = await startWaiting();
  // A client that has an idle connection.
  const idle = connect(app.port, '127.0.0.1').setEncoding('utf8');
  await once(idle, 'connect');
  const stopping = shutdown.shutDown(10_000);
  expect(await response).toMatchObject({ status: 200, text: '[]', headers: { connection: 'close' } });
  expect(nextPath(await response)).toBe(path);
  idle.write(requestText(`GET ${path} HTTP/1.1`, ['Host: pets', `Authorization: Bearer ${app.key}`]));
  const [late] = (await once(idle, 'data')) as [string];
  expect(late).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(await stopping).toBe(0);
  expect(app.watch.size).toBe(0);
});

describe('the time of the wait', () => {
  let passed: number;

  beforeEach(() => {
    passed = 0;
    const now = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => now() + passed);
  });

  it('is not in the deadline of the request', async () => {
    const reads = jest.spyOn(app.petChanges, 'after');
    const { response } = await startWaiting();
    passed = 20_000;
    await app.addPet('Rex');
    await app.ticker.advance(1_000);
    expect((await response).status).toBe(200);
    const [before, after] = reads.mock.calls.map((parameters) => (parameters as unknown as [0, 0, Deadline])[2].at);
    expect(after! - before!).toBeGreaterThanOrEqual(20_000);
    expect(after! - before!).toBeLessThan(20_000 + 2_300);
  });

  it('is a field of the log line, and in neither the duration of the log line nor the histogram', async () => {
    const measured = await measure(app);
    const { response } = await startWaiting(app.client, { 'X-Request-Id': 'timed' });
    passed = 20_000;
    await app.ticker.advance(30_000);
    await response;
    const { duration, waited } = await app.log.accessLogLineOf('timed');
    expect(waited).toBeGreaterThanOrEqual(20_000);
    expect(duration).toBeLessThan(20_000);
    const labels = { method: 'GET', route: '/v1/pets/changes' };
    const samples = await measured.scrape();
    expect(valueOf(samples, 'petstore_http_request_duration_seconds_sum', labels)).toBeLessThan(20);
    await measured.close();
  });

  it('is measured until a client disconnects', async () => {
    const socket = await openWaiting('gone');
    passed = 20_000;
    socket.resetAndDestroy();
    const { duration, waited } = await app.log.accessLogLineOf('gone');
    expect(waited).toBeGreaterThanOrEqual(20_000);
    expect(duration).toBeLessThan(20_000);
  });
});

it('has no log field for the wait if the request does not wait', async () => {
  await app.client.get('/v1/pets/changes').set('X-Request-Id', 'short');
  expect(await app.log.accessLogLineOf('short')).not.toHaveProperty('waited');
});

it('turns the idle timeout of the connection off during the wait, and on again', async () => {
  const sockets: Socket[] = [];
  app.server.on('connection', (socket: Socket) => sockets.push(socket));
  const client = await openWaiting('idle');
  // The last connection is that of the request that waits.
  const socket = sockets.at(-1)!;
  expect(socket.timeout).toBe(0);
  const answered = once(client, 'data');
  await app.ticker.advance(30_000);
  await answered;
  expect(socket.timeout).toBeGreaterThan(0);
  client.destroy();
});

it('counts as one request for the rate limit', async () => {
  await app.close();
  app = await startChangeFeedApp({ rateLimit: { requests: 3, seconds: 60 } });
  const { path, response } = await startWaiting();
  await app.ticker.advance(30_000);
  expect((await response).headers['ratelimit']).toMatch(/r=1;/);
  expect((await app.client.head(path)).status).toBe(200);
  expectError(await app.client.get(path), 'rate_limited');
});

describe('the headers of the rate limit', () => {
  const noon = Date.parse('2026-11-20T12:00:00Z');
  let clock: jest.SpyInstance<number>;

  beforeEach(async () => {
    await app.close();
    app = await startChangeFeedApp({ rateLimit: { requests: 10, seconds: 60 } });
    // Stops the clock until a test advances it.
    clock = jest.spyOn(Date, 'now').mockReturnValue(noon);
  });

  it.each([
    ['in the same window', 25, '"default";r=7;t=35'],
    ['after the end of the window', 61, '"default";r=10;t=60'],
  ])('have the state of the time at which a held response is sent: %s', async (_, seconds, expected) => {
    const { response } = await startWaiting();
    await app.client.get('/v1/pets');
    clock.mockReturnValue(noon + seconds * 1_000);
    await app.ticker.advance(30_000);
    expect((await response).headers).toMatchObject({ 'ratelimit-policy': '"default";q=10;w=60', ratelimit: expected });
  });
});
