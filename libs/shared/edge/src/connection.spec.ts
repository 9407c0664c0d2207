import { EventEmitter, once } from 'node:events';
import { ServerResponse, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { acceptRequest } from './connection.ts';
import type { HttpError } from './errors.ts';
import { sendError } from './error-response.ts';
import { createHttpServer } from './http-server.ts';
import { stateOf, HttpRequest } from './request-state.ts';

let server: Server;
let client: Socket;
let connection: Socket;
/** Paths of the requests that were executed. */
let executed: string[];
/** Responses to `/later`, which the test sends. */
let pending: ServerResponse[];
/** Error codes of the bytes that were not dispatched as a request. */
let unparsed: string[];

beforeEach(async () => {
  [executed, pending, unparsed] = [[], [], []];
  const handle: Parameters<typeof createHttpServer>[0] = (request, response) => {
    const { headError } = stateOf(request);
    if (headError) return sendError(response, headError);
    executed.push(request.url!);
    if (request.url === '/later') pending.push(response);
    else if (request.url === '/large') response.end(Buffer.alloc(20_000_000));
    else response.writeHead(401, { 'Content-Length': 0 }).end();
  };
  const httpLimits = {
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    idleTimeout: 65_000,
    responseTimeout: 30_000,
    maxConnections: 1_000,
  };
  const classes = { IncomingMessage: HttpRequest, ServerResponse };
  server = createHttpServer(handle, { httpLimits, isSecret: () => false }, classes);
  server.on('unparsed', ({ code }: HttpError) => unparsed.push(code));
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

const nextIteration = () => new Promise((resolve) => setImmediate(resolve));

/** Sends the bytes, and waits until the server has read them. */
async function send(bytes: string): Promise<void> {
  const read = connection.bytesRead + Buffer.byteLength(bytes);
  client.write(bytes);
  while (connection.bytesRead < read && !connection.destroyed) await nextIteration();
}

/** Returns everything that the server sends until it closes its side. The client keeps its own side open. */
async function receive(): Promise<string> {
  let received = '';
  client.setEncoding('utf8').on('data', (part: string) => (received += part));
  await once(client, 'end');
  return received;
}

const statuses = (received: string) => received.match(/(?<=HTTP\/1\.1 )\d{3}/g);
const request = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: pets', ...headers, '\r\n'].join('\r\n');
const get = (path: string) => request(`GET ${path}`);
const chunked = (path: string) => request(`POST ${path}`, 'Transfer-Encoding: chunked');

describe('a request that arrives before the response to the one before it', () => {
  it.each([
    ['before the response has begun', false, 1],
    ['after the response has begun', true, 1],
    ['with hundreds of others', false, 500],
  ])('is not executed, and the connection ends after that response: %s', async (_, hasBegun, count) => {
    const received = receive();
    await send(get('/later'));
    if (hasBegun) pending[0]!.writeHead(200, { 'Content-Length': 2 }).write('o');
    await send(get('/1').repeat(count));
    await nextIteration();
    pending[0]!.end('o'.repeat(hasBegun ? 1 : 2));
    expect(statuses(await received)).toEqual(['200']);
    expect(await received).toMatch(/oo$/);
    expect(/^Connection: close\r$/m.test(await received)).toBe(!hasBegun);
    expect(executed).toEqual(['/later']);
  });

  it('is not executed if the response before it closes the connection', async () => {
    const received = receive();
    await send(request('GET /1', 'Connection: close') + get('/2'));
    expect(statuses(await received)).toEqual(['401']);
    expect(executed).toEqual(['/1']);
  });

  it.each(['/later', '/large'])(
    'makes the server stop reading, so that a client cannot send more of them: %s',
    async (path) => {
      client.pause();
      await send(get(path) + get('/1'));
      client.write(get('/2').repeat(100_000));
      for (let iteration = 0; iteration < 10; iteration++) await nextIteration();
      const { bytesRead } = connection;
      for (let iteration = 0; iteration < 10; iteration++) await nextIteration();
      expect([connection.isPaused(), connection.bytesRead]).toEqual([true, bytesRead]);
    },
  );

  it('ends the connection at once if there are many and the client reads no response', async () => {
    const closed = once(connection, 'close');
    client.pause().write(get('/large') + get('/1').repeat(20));
    await closed;
    expect(executed).toEqual(['/large']);
  });
});

describe('a request that arrives while the last bytes of the response before it are being written', () => {
  /** Returns a connection on which a write does not end. */
  const blockedConnection = () =>
    Object.assign(new Duplex({ read: () => undefined, write: () => undefined }), { destroySoon: jest.fn() });
  const arrive = (connection: Duplex, response: object, execute: () => void) =>
    acceptRequest({ socket: connection } as never, response as ServerResponse, execute);

  it.each([
    ['is executed if the bytes are written in the next iteration, and the connection is read again', true],
    ['is not executed otherwise', false],
  ])('%s', async (_, isWritten) => {
    const connection = blockedConnection();
    const first = Object.assign(new EventEmitter(), { socket: connection, writableEnded: true, headersSent: true });
    const next = { socket: null as Duplex | null };
    arrive(connection, first, () => undefined);
    connection.write('bytes that wait');
    const execute = jest.fn();
    arrive(connection, next, execute);
    await nextIteration();
    expect([execute.mock.calls.length, connection.isPaused()]).toEqual([0, true]);
    // Node gives the next response the socket when it notices that the bytes are written.
    if (isWritten) next.socket = connection;
    await nextIteration();
    expect([execute.mock.calls.length, connection.isPaused()]).toEqual(isWritten ? [1, false] : [0, true]);
    first.emit('finish');
    expect(connection.destroySoon).toHaveBeenCalledTimes(isWritten ? 0 : 1);
  });
});

it('executes requests of a connection that arrive one after the other', async () => {
  const received = receive();
  for (const path of ['/1', '/2']) {
    await send(get(path));
    await once(client, 'data');
  }
  await send(request('POST /3', 'Content-Length: 5', 'Connection: close'));
  await send('hello');
  expect(statuses(await received)).toEqual(['401', '401', '401']);
  expect(executed).toEqual(['/1', '/2', '/3']);
});

describe('bytes that are no request', () => {
  it.each([
    ['garbage', 'garbage\r\n\r\n'],
    ['CONNECT', request('CONNECT pets:1')],
    ['CONNECT and a body', request('CONNECT pets:1') + 'a'.repeat(400_000)],
  ])('get one 400, and the connection ends, also if the client does not close it: %s', async (_, bytes) => {
    const closed = once(connection, 'close');
    const received = receive();
    client.write(bytes);
    expect(statuses(await received)).toEqual(['400']);
    await closed;
    expect(unparsed).toEqual(['malformed_request']);
  });

  it('get one 400, also if many packets of them follow', async () => {
    const received = receive();
    for (let packet = 0; packet < 50; packet++) await send('\x01');
    expect(statuses(await received)).toEqual(['400']);
    expect(unparsed).toEqual(['malformed_request']);
  });

  it('end the connection after the response to the request before them', async () => {
    const received = receive();
    await send(get('/later'));
    for (let packet = 0; packet < 50 && !connection.isPaused(); packet++) await send('\x01');
    pending[0]!.writeHead(200, { 'Content-Length': 0 }).end();
    expect(statuses(await received)).toEqual(['200']);
    expect(unparsed).toEqual([]);
  });
});

describe('a body that cannot be parsed', () => {
  it('gets 400 as the response to its request', async () => {
    const received = receive();
    await send(`${chunked('/later')}5\r\nhello\r\nZZZ\r\n`);
    expect(statuses(await received)).toEqual(['400']);
    expect(unparsed).toEqual([]);
  });

  it('gets no second response if its request was already answered', async () => {
    const closed = once(connection, 'close');
    const received = receive();
    await send(`${chunked('/1')}5\r\nhello\r\n`);
    await send('ZZZ\r\n');
    expect(statuses(await received)).toEqual(['401']);
    await closed;
    expect(unparsed).toEqual([]);
  });
});

it('a client that ends within a body gets one response, and the connection closes', async () => {
  const closed = once(connection, 'close');
  const received = receive();
  await send(`${request('POST /later', 'Content-Length: 5')}he`);
  client.end();
  expect(statuses(await received)).toEqual(['400']);
  await closed;
});

it.each([
  ['in chunks', 'Transfer-Encoding: chunked'],
  ['of known length', 'Content-Length: 20000000'],
])('returns 431 if the header that announces a body %s is after 201 others, where Node drops it', async (_, header) => {
  client.write(request('POST /', ...Array.from({ length: 250 }, () => 'a: b'), header));
  const [chunk] = (await once(client.setEncoding('utf8'), 'data')) as [string];
  expect(statuses(chunk)).toEqual(['431']);
});
