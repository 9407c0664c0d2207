import type { Socket } from 'node:net';
import { rawConnection, write } from '../stage/raw-connection.ts';

/** Bytes of a body that is far too large, and of a name that is. */
const huge = 3_000_000;

/** Members of a body that have no place there. */
const nested = `[${Array.from({ length: 4_000 }, () => '{"name":{}}').join(',')}]`;

/** What nobody should send and somebody will. */
interface HostileRequest {
  readonly name: string;
  /** Of the first response, the only one that is read; `undefined` where the connection is reset before there is one. */
  readonly status: number | undefined;
  readonly segmentsOf: (key: string) => readonly string[];
  /** Whether nothing is read before everything was sent. */
  readonly isReadLate: boolean;
}

const garbageSegments = Array.from({ length: 50 }, () => '\x01');

const hostile: readonly HostileRequest[] = [
  request('garbage', 400, () => 'GARBAGE\r\n\r\n'),
  request('CONNECT', 400, () => 'CONNECT pets:1 HTTP/1.1\r\nHost: pets\r\n\r\n'),
  request('CONNECT and a body', 400, () => `CONNECT pets:1 HTTP/1.1\r\nHost: pets\r\n\r\n${'x'.repeat(400_000)}`),
  request('a target that is no URL', 400, () => get('http://[::1/v1/pets')),
  request('a long query', 431, () => get(`/v1/pets?cursor=${'x'.repeat(20_000)}`)),
  request('a path that cannot be decoded', 400, () => get('/v1/%zz')),
  request('a long key', 401, () => get('/v1/pets', `Authorization: Bearer ${'x'.repeat(4_000)}`)),
  request('half an object', 400, (key) => post(key, '{"name":')),
  request('faulty members', 400, (key) => post(key, '{"name":"","categoryId":1.5,"status":"none"}')),
  request('deep nesting', 400, (key) => post(key, '['.repeat(20_000))),
  request('a large body', 413, (key) => post(key, 'x'.repeat(huge))),
  request('a name that is an array', 400, (key) => post(key, `{"name":${nested},"categoryId":7}`)),
  request('members that are arrays', 400, (key) =>
    post(key, `{"name":"Rex","categoryId":${nested},"status":${nested}}`),
  ),
  request('an unknown member that is an array', 400, (key) =>
    post(key, `{"name":"Rex","categoryId":1.5,"unknown":${nested}}`),
  ),
  request('one-byte chunks', 413, (key) => chunked('1\r\nx\r\n'.repeat(10_000), key)),
  request('one-byte chunks without a key', 401, () => chunked('1\r\nx\r\n'.repeat(10_000))),
  request('pipelined lists', 200, (key) => list(key).repeat(450)),
  request('pipelined scripts', 200, () => get('/docs/swagger-ui-bundle.js').repeat(300)),
  request('pipelined documents', 200, () => get('/openapi.yaml').repeat(300)),
  request('pipelined redirects', 302, () => get('/').repeat(3_000)),
  {
    name: 'garbage behind a request whose response is not read',
    status: 200,
    segmentsOf: (key) => [list(key), ...garbageSegments],
    isReadLate: true,
  },
  {
    name: 'garbage behind responses that fill the buffers',
    status: 200,
    segmentsOf: () => [get('/docs/swagger-ui-bundle.js').repeat(20), ...garbageSegments],
    isReadLate: true,
  },
  request('a file that is not served', 404, () => get('/docs/package.json')),
  request('an unknown transfer coding', 400, () => get('/v1/pets', 'Transfer-Encoding: gzip, chunked')),
  request(
    'chunks in HTTP/1.0',
    200,
    (key) => list(key, 'Transfer-Encoding: chunked').replace('1.1', '1.0') + '0\r\n\r\n' + list(key),
  ),
  request('many header fields', 431, () => get('/', ...Array.from({ length: 1_500 }, () => 'x: 1'))),
  // More is announced than is sent.
  request('a body that is cut off', undefined, (key) => post(key, '{"name":"cut off', 100)),
];

export const hostileRequests = hostile.length;

/** Milliseconds without a byte after which a client gives up: far beyond what any response may take. */
const longestWait = 60_000;

/**
 * Opens a connection, sends one hostile request, and resets the connection after the first response.
 * @param number of the request; beyond `hostileRequests`, they begin again
 * @returns what was not as expected, if anything
 */
export async function sendHostile(address: string, key: string, number: number): Promise<string | undefined> {
  const { name, status, segmentsOf, isReadLate } = hostile[number % hostile.length]!;
  const socket = await rawConnection(address);
  socket.setNoDelay(true).setTimeout(longestWait, () => socket.destroy());
  const closed = new Promise<undefined>((resolve) => socket.once('close', () => resolve(undefined)));
  const answered = isReadLate ? undefined : firstStatus(socket);
  for (const segment of segmentsOf(key)) await Promise.race([write(socket, segment), closed]);
  const found = status && (await Promise.race([answered ?? firstStatus(socket), closed]));
  socket.resetAndDestroy();
  return found === status ? undefined : `${name}: ${found ?? 'no response'} instead of ${status}`;
}

/** Stops reading after the first part of the response. */
function firstStatus(socket: Socket): Promise<number> {
  return new Promise((resolve) =>
    socket.once('data', (chunk: Buffer) => {
      socket.pause();
      resolve(Number(/^HTTP\/1\.1 (\d{3}) /.exec(chunk.toString('latin1'))?.[1]));
    }),
  );
}

function request(name: string, status: number | undefined, bytesOf: (key: string) => string): HostileRequest {
  return { name, status, segmentsOf: (key) => [bytesOf(key)], isReadLate: false };
}

function post(key: string, body: string, length = body.length): string {
  const head = [
    'POST /v1/pets HTTP/1.1',
    'Host: pets',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${length}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

function chunked(chunks: string, key?: string): string {
  const head = ['POST /v1/pets HTTP/1.1', 'Host: pets', 'Content-Type: application/json', 'Transfer-Encoding: chunked'];
  return `${[...head, ...(key ? [`Authorization: Bearer ${key}`] : [])].join('\r\n')}\r\n\r\n${chunks}0\r\n\r\n`;
}

function get(path: string, ...headers: string[]): string {
  return [`GET ${path} HTTP/1.1`, 'Host: pets', ...headers, '\r\n'].join('\r\n');
}

function list(key: string, ...headers: string[]): string {
  return get('/v1/pets?limit=100', `Authorization: Bearer ${key}`, ...headers);
}
