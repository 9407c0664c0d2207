import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextIteration } from 'node:timers/promises';
import type { HttpError } from './errors.ts';
import { createTestServer } from './testing/test-server.ts';
import { maxWaitingBytes, maxWaitingRequests } from './pipelining.ts';

let server: Server;
let client: Socket;
let serverSocket: Socket;
/** Paths in the order in which they were dispatched. */
let dispatched: string[];
/** Number of requests that Node has parsed. */
let parsed: number;
let listener: (request: IncomingMessage, response: ServerResponse) => void;
let unparsed: string[];

beforeEach(async () => {
  [dispatched, parsed, unparsed] = [[], 0, []];
  server = createTestServer((request, response) => {
    dispatched.push(request.url!);
    server.emit('dispatched');
    listener(request, response);
  });
  server.on('unparsed', ({ code }: HttpError) => unparsed.push(code));
  for (const event of ['request', 'checkContinue', 'checkExpectation']) {
    server.prependListener(event, () => {
      parsed += 1;
      server.emit('parsed');
    });
  }
  listener = (request, response) => response.end(request.url);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const connected = once(server, 'connection');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  [serverSocket] = (await connected) as [Socket];
});

afterEach(async () => {
  client.destroy();
  server.closeAllConnections();
  await once(server.close(), 'close');
});

function get(path: string, ...headers: string[]): string {
  return [`GET ${path} HTTP/1.1`, 'Host: pets', ...headers, '\r\n'].join('\r\n');
}

const last = get('/last', 'Connection: close');

async function untilParsed(count: number): Promise<void> {
  while (parsed < count) await once(server, 'parsed');
}

async function untilDispatched(count: number): Promise<void> {
  while (dispatched.length < count) await once(server, 'dispatched');
}

/** Delays the first response until the test calls `end`. */
function holdFirst(): { end: () => void } {
  const held = { end: (): void => undefined };
  listener = (request, response) => {
    if (dispatched.length > 1) response.end(request.url);
    else held.end = () => void response.end(request.url);
  };
  return held;
}

const statusesOf = (responses: string) => responses.match(/(?<=HTTP\/1\.1 )\d{3}/g);

it('dispatches a request when the responses to the earlier ones were sent', async () => {
  const first = holdFirst();
  client.write(get('/1') + get('/2') + last);
  await untilParsed(3);
  await nextIteration();
  expect(dispatched).toEqual(['/1']);
  first.end();
  const responses = await text(client);
  expect(dispatched).toEqual(['/1', '/2', '/last']);
  expect(responses.match(/(?<=\r\n)\/(\d|last)/g)).toEqual(['/1', '/2', '/last']);
});

it('drops the requests that wait when the connection closes', async () => {
  const first = holdFirst();
  client.write(get('/1') + get('/2') + get('/3'));
  await untilParsed(3);
  const closed = new Promise((resolve) => serverSocket.on('close', resolve));
  client.resetAndDestroy();
  // The server does not read while two requests wait, so it detects the reset when it writes the response.
  first.end();
  await closed;
  await nextIteration();
  expect(dispatched).toEqual(['/1']);
});

it('drops the requests that wait when an earlier response closes the connection', async () => {
  listener = (_request, response) => response.writeHead(200, { Connection: 'close' }).end();
  client.write(get('/1') + get('/2'));
  await untilParsed(2);
  expect(statusesOf(await text(client))).toEqual(['200']);
  expect(dispatched).toEqual(['/1']);
});

it('dispatches one request of a connection per event-loop iteration', async () => {
  const events: string[] = [];
  listener = (request, response) => {
    events.push('dispatch');
    setImmediate(() => events.push('iteration'));
    response.end(request.url);
  };
  client.write(get('/1') + get('/2') + get('/3') + last);
  await text(client);
  expect(events.join(' ')).not.toContain('dispatch dispatch');
});

it('stops reading while more than one request waits, and resumes', async () => {
  const first = holdFirst();
  client.write(get('/1') + get('/2') + get('/3'));
  await untilParsed(3);
  expect(serverSocket.isPaused()).toBe(true);
  first.end();
  await untilDispatched(3);
  client.write(last);
  expect(statusesOf(await text(client))).toEqual(['200', '200', '200', '200']);
});

it('accepts at most maxWaitingRequests waiting requests, and ends the connection after their responses', async () => {
  const first = holdFirst();
  client.write(Array.from({ length: 2_000 }, (_, index) => get(`/${index}`)).join(''));
  await untilParsed(maxWaitingRequests + 2);
  first.end();
  const responses = await text(client);
  expect(statusesOf(responses)).toHaveLength(maxWaitingRequests + 1);
  expect(responses.match(/Connection: \S+/g)).toEqual([
    ...Array.from({ length: maxWaitingRequests }, () => 'Connection: keep-alive'),
    'Connection: close',
  ]);
  expect(parsed).toBe(maxWaitingRequests + 2);
  expect(dispatched).toHaveLength(maxWaitingRequests + 1);
});

it('keeps the connection if no more than maxWaitingRequests wait', async () => {
  const first = holdFirst();
  client.write(get('/').repeat(maxWaitingRequests + 1));
  await untilParsed(maxWaitingRequests + 1);
  first.end();
  await untilDispatched(maxWaitingRequests + 1);
  client.write(last);
  expect(statusesOf(await text(client))).toHaveLength(maxWaitingRequests + 2);
});

/** A header field of this many characters in name and value. It counts 64 bytes more. */
const field = (characters: number) => `name: ${'x'.repeat(characters - 4)}`;

it.each([
  ['long targets', (index: number) => get(`/${index}`.padEnd(4_000, 'x')), 4],
  ['long header fields', (index: number) => get(`/${index}`, field(4_000)), 3],
  ['many header fields', (index: number) => get(`/${index}`, ...Array.from({ length: 99 }, () => 'a: b')), 2],
  ['bodies', (index: number) => `${get(`/${index}`, 'Content-Length: 4000')}${' '.repeat(4_000)}`, 3],
])(
  'accepts at most maxWaitingBytes of waiting requests with %s, and ends the connection after them',
  async (_, request, waiting) => {
    expect(maxWaitingBytes).toBe(16_384);
    const first = holdFirst();
    client.write(Array.from({ length: 9 }, (_each, index) => request(index)).join(''));
    await untilParsed(waiting + 2);
    first.end();
    const responses = await text(client);
    expect(statusesOf(responses)).toHaveLength(waiting + 1);
    expect(responses.match(/Connection: \S+/g)?.at(-1)).toBe('Connection: close');
    expect(dispatched).toHaveLength(waiting + 1);
    expect(parsed).toBe(waiting + 2);
  },
);

it('keeps nothing of the requests that it does not accept', async () => {
  const requests: IncomingMessage[] = [];
  server.prependListener('request', (request: IncomingMessage) => requests.push(request));
  holdFirst();
  client.write(get('/').repeat(maxWaitingRequests + 2));
  await untilParsed(maxWaitingRequests + 2);
  await nextIteration();
  expect(requests.at(-2)).toMatchObject({ url: '/', rawHeaders: ['Host', 'pets'] });
  expect(requests.at(-1)).toMatchObject({ url: '', rawHeaders: [] });
});

it('accepts one waiting request of any size', async () => {
  const first = holdFirst();
  const fields = Array.from({ length: 199 }, () => field(60));
  client.write(get('/1') + get('/2', ...fields));
  await untilParsed(2);
  first.end();
  await untilDispatched(2);
  client.write(last);
  expect(statusesOf(await text(client))).toEqual(['200', '200', '200']);
});

it('subtracts the bytes of requests that were dispatched', async () => {
  for (let pair = 0; pair < 5; pair++) {
    client.write(get(`/${pair}a`, field(9_000)) + get(`/${pair}b`, field(9_000)));
    await untilDispatched(2 * pair + 2);
  }
  client.write(last);
  expect(statusesOf(await text(client))).toHaveLength(11);
});

it('lets a client that still sends read the responses', async () => {
  const first = holdFirst();
  client.write(get('/').repeat(maxWaitingRequests + 2));
  await untilParsed(maxWaitingRequests + 2);
  client.write(get('/').repeat(100_000));
  first.end();
  expect(statusesOf(await text(client))).toHaveLength(maxWaitingRequests + 1);
});

it('ignores upgrade requests after maxWaitingRequests', async () => {
  const first = holdFirst();
  const upgrade = get('/', 'Connection: Upgrade', 'Upgrade: websocket');
  client.write(get('/').repeat(maxWaitingRequests + 2) + upgrade.repeat(10));
  await untilParsed(maxWaitingRequests + 2);
  first.end();
  expect(statusesOf(await text(client))).toHaveLength(maxWaitingRequests + 1);
});

it('sends 100 Continue for a waiting request only after the earlier response', async () => {
  let isFirstSent = false;
  listener = (request, response) => {
    if (request.url === '/1') return void untilParsed(2).then(() => response.end(() => (isFirstSent = true)));
    expect(isFirstSent).toBe(true);
    response.writeContinue();
    request.resume().on('end', () => response.writeHead(200, { Connection: 'close' }).end());
  };
  const post = 'POST /2 HTTP/1.1\r\nHost: pets\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n';
  client.write(get('/1') + post);
  client.on('data', (chunk) => String(chunk).includes(' 100 ') && client.write('{}'));
  expect(statusesOf(await text(client))).toEqual(['200', '100', '200']);
});

it('returns 417 for an unknown expectation of a waiting request after the earlier responses', async () => {
  client.write(get('/1') + get('/2', 'Expect: tea'));
  expect(statusesOf(await text(client))).toEqual(['200', '417']);
  expect(dispatched).toEqual(['/1']);
});

it('passes the complete body of a waiting request to the listener', async () => {
  const body = 'x'.repeat(100_000);
  listener = (request, response) => {
    if (request.url === '/1') return void untilParsed(2).then(() => response.end());
    void text(request).then((read) => response.writeHead(200, { Connection: 'close' }).end(`same: ${read === body}`));
  };
  client.write(`${get('/1')}POST /2 HTTP/1.1\r\nHost: pets\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  expect(await text(client)).toContain('same: true');
});

it('does not dispatch a waiting request whose body cannot be parsed', async () => {
  const first = holdFirst();
  client.write(`${get('/1')}POST /2 HTTP/1.1\r\nHost: pets\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`);
  await untilParsed(2);
  first.end();
  expect(statusesOf(await text(client))).toEqual(['200', '400']);
  expect(dispatched).toEqual(['/1']);
  expect(unparsed).toEqual(['malformed_request']);
});
