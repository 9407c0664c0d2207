import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { HttpError } from './errors.ts';
import { createTestServer } from './testing/test-server.ts';

let server: Server;
let client: Socket;
let connection: Socket;
let pending: ServerResponse[];
let unparsed: string[];
let parserErrors: number;

beforeEach(async () => {
  [pending, unparsed, parserErrors] = [[], [], 0];
  server = createTestServer((request, response) => {
    if (request.url === '/later') pending.push(response);
    else response.writeHead(401, { 'Content-Length': 0 }).end();
  });
  server.on('unparsed', ({ code }: HttpError) => unparsed.push(code)).on('clientError', () => (parserErrors += 1));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const connected = once(server, 'connection');
  client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
  client.setNoDelay(true).on('error', () => {});
  [connection] = (await connected) as [Socket];
});

afterEach(async () => {
  client.destroy();
  server.closeAllConnections();
  connection.destroy();
  await once(server.close(), 'close');
});

/** Sends the bytes as one TCP segment: waits until the server has read them. */
async function send(segment: string): Promise<void> {
  const read = connection.bytesRead + Buffer.byteLength(segment);
  client.write(segment);
  while (connection.bytesRead < read && !connection.destroyed) await new Promise((resolve) => setImmediate(resolve));
}

/** Returns everything that the server sends until it closes its side. The client keeps its own side open. */
async function receive(): Promise<string> {
  let received = '';
  client.setEncoding('utf8').on('data', (part: string) => (received += part));
  await once(client, 'end');
  return received;
}

const statuses = (received: string) => received.match(/(?<=HTTP\/1\.1 )\d{3}/g);
const post = (...headers: string[]) => ['POST / HTTP/1.1', 'Host: pets', ...headers, '\r\n'].join('\r\n');
/** The head of a request with a chunked body. */
const chunked = post('Transfer-Encoding: chunked');

it('refuses garbage after a request once, even if many segments of garbage follow', async () => {
  const received = receive();
  await send('GET /later HTTP/1.1\r\nHost: pets\r\n\r\n');
  for (let segment = 0; segment < 50; segment++) await send('\x01');
  expect(parserErrors).toBeGreaterThan(0);
  expect(pending[0]!.listenerCount('finish')).toBeLessThan(5);
  pending[0]!.writeHead(200, { 'Content-Length': 0 }).end();
  expect(statuses(await received)).toEqual(['200', '400']);
  expect(unparsed).toEqual(['malformed_request']);
  expect(parserErrors).toBe(1);
});

it.each([
  ['garbage', 'garbage\r\n\r\n'],
  ['CONNECT', 'CONNECT pets:1 HTTP/1.1\r\nHost: pets\r\n\r\n'],
  ['CONNECT and a body', `CONNECT pets:1 HTTP/1.1\r\nHost: pets\r\n\r\n${'a'.repeat(400_000)}`],
  ['a chunked body that is not read', chunked],
])('destroys the connection if the client does not close it after %s', async (_, bytes) => {
  const closed = once(connection, 'close');
  const received = receive();
  client.write(bytes);
  expect(statuses(await received)).toHaveLength(1);
  await closed;
});

it('responds once to a request whose chunked body is not read, and closes the connection', async () => {
  const received = receive();
  await send(`${chunked}5\r\nhello\r\n`);
  await send('ZZZ\r\n');
  expect(statuses(await received)).toEqual(['401']);
  expect(await received).toMatch(/^Connection: close\r$/m);
  expect(unparsed).toEqual([]);
});

it('does not parse the rest of a body that is not read', async () => {
  const received = receive();
  await send(`${chunked}5\r\nhello\r\n`);
  const emitted = jest.spyOn(server, 'emit');
  await send('0\r\n\r\nGET / HTTP/1.1\r\nHost: pets\r\n\r\n');
  expect(statuses(await received)).toEqual(['401']);
  expect(emitted.mock.calls.map(([event]) => event)).not.toContain('request');
});

it.each([
  ['of known length', post('Content-Length: 20000000'), 'a'.repeat(100_000)],
  ['in chunks', chunked, `186a0\r\n${'a'.repeat(100_000)}\r\n`],
])('lets a client that sends a large body %s read the response', async (_, head, part) => {
  // Disables the timer that destroys the connection after 2 s, because sending 20 MB can take longer on a busy machine.
  jest.spyOn(globalThis, 'setTimeout').mockReturnValue(undefined as never);
  const ended = once(client, 'end');
  const read: Buffer[] = [];
  client.write(head);
  for (let sent = 0; sent < 200; sent++) if (!client.write(part)) await once(client, 'drain');
  client.on('data', (bytes: Buffer) => read.push(bytes));
  await ended;
  expect(statuses(Buffer.concat(read).toString())).toEqual(['401']);
});

it('keeps the connection when a short body of known length is not read', async () => {
  const received = receive();
  await send(post('Content-Length: 5'));
  await send('hello');
  await send(`${post('Content-Length: 5', 'Connection: close')}hello`);
  expect(statuses(await received)).toEqual(['401', '401']);
});

it('sends no second response if the client ends within a body that is not read', async () => {
  const closed = once(connection, 'close');
  const received = receive();
  await send(`${post('Content-Length: 5')}he`);
  client.end();
  await closed;
  expect(statuses(await received)).toEqual(['401']);
  expect(unparsed).toEqual([]);
});

it.each([
  ['in chunks', 'Transfer-Encoding: chunked'],
  ['of known length', 'Content-Length: 20000000'],
])(
  'returns 431 and reads no body %s if its header is after the 201st header field, where Node drops it',
  async (_, header) => {
    const received = receive();
    await send(post(...Array.from({ length: 250 }, () => 'a: b'), header));
    expect(statuses(await received)).toEqual(['431']);
    expect(await received).toMatch(/^Connection: close\r$/m);
  },
);

describe('a client that closes its sending side', () => {
  it('gets the responses to all its requests before the server closes the connection', async () => {
    const closed = once(connection, 'close');
    const received = receive();
    await send('GET /later HTTP/1.1\r\nHost: pets\r\n\r\n'.repeat(2));
    const ended = once(connection, 'end');
    client.end();
    await ended;
    for (const [index, status] of [200, 201].entries()) {
      while (!pending[index] && !connection.destroyed) await new Promise((resolve) => setImmediate(resolve));
      pending[index]?.writeHead(status, { 'Content-Length': 0 }).end();
    }
    expect(statuses(await received)).toEqual(['200', '201']);
    await closed;
    expect(unparsed).toEqual([]);
  });

  it('is disconnected if it has sent no request', async () => {
    const closed = once(connection, 'close');
    client.end().resume();
    await closed;
  });

  it('gets one 400 if its request is not complete', async () => {
    const closed = once(connection, 'close');
    const received = receive();
    await send(`${post('Content-Length: 5').replace('/', '/later')}he`);
    client.end();
    expect(statuses(await received)).toEqual(['400']);
    await closed;
  });
});
