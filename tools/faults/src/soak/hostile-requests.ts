import type { Socket } from 'node:net';
import { rawConnection, rawCreateHead, rawGet, rawHead, write } from '@petstore/driver';

/** Bytes of a body above the limit of 102,400. */
const largeBodySize = 3_000_000;

/** A JSON array of 4,000 nested objects, for members that must be strings or numbers. */
const nested = `[${Array.from({ length: 4_000 }, () => '{"name":{}}').join(',')}]`;

interface HostileRequest {
  readonly name: string;
  /** Expected status of the first response. `undefined` if the client does not wait for a response. */
  readonly status: number | undefined;
  /** Returns the texts to write, one after another. */
  readonly segmentsOf: (key: string) => readonly string[];
  /** Whether the client reads only after it has sent all segments. */
  readonly isReadLate: boolean;
}

const garbageSegments = Array.from({ length: 50 }, () => '\x01');

const hostileRequests: readonly HostileRequest[] = [
  request('garbage', 400, () => 'GARBAGE\r\n\r\n'),
  request('CONNECT', 400, () => 'CONNECT pets:1 HTTP/1.1\r\nHost: pets\r\n\r\n'),
  request('CONNECT and a body', 400, () => `CONNECT pets:1 HTTP/1.1\r\nHost: pets\r\n\r\n${'x'.repeat(400_000)}`),
  request('a target that is not a URL', 400, () => rawGet('http://[::1/v1/pets')),
  request('a long query', 431, () => rawGet(`/v1/pets?cursor=${'x'.repeat(20_000)}`)),
  request('a path that cannot be decoded', 400, () => rawGet('/v1/%zz')),
  request('a long key', 401, () => rawGet('/v1/pets', `Authorization: Bearer ${'x'.repeat(4_000)}`)),
  request('half an object', 400, (key) => post(key, '{"name":')),
  request('invalid members', 400, (key) => post(key, '{"name":"","categoryId":1.5,"status":"none"}')),
  request('deep nesting', 400, (key) => post(key, '['.repeat(20_000))),
  request('a large body', 413, (key) => post(key, 'x'.repeat(largeBodySize))),
  request('a name that is an array', 400, (key) => post(key, `{"name":${nested},"categoryId":7}`)),
  request('members that are arrays', 400, (key) =>
    post(key, `{"name":"Rex","categoryId":${nested},"status":${nested}}`),
  ),
  request('an unknown member that is an array', 400, (key) =>
    post(key, `{"name":"Rex","categoryId":1.5,"unknown":${nested}}`),
  ),
  request('half an order', 400, (key) => sendBody('POST', '/v1/store/orders', key, '{"petId":')),
  request('an order for an array', 400, (key) => sendBody('POST', '/v1/store/orders', key, `{"petId":${nested}}`)),
  request('a large order', 413, (key) => sendBody('POST', '/v1/store/orders', key, 'x'.repeat(largeBodySize))),
  request('a change with deep nesting', 400, (key) => sendBody('PATCH', '/v1/pets/1', key, '['.repeat(20_000))),
  request('a large change', 413, (key) => sendBody('PATCH', '/v1/pets/1', key, 'x'.repeat(largeBodySize))),
  request('a change without a key', 401, () => sendBody('PATCH', '/v1/pets/1', 'x', '{"name":"Rex"}')),
  request('an action with a large body', 404, (key) =>
    sendBody('POST', '/v1/store/orders/9223372036854775807/complete', key, 'x'.repeat(largeBodySize)),
  ),
  request('one-byte chunks', 413, (key) => chunked('1\r\nx\r\n'.repeat(10_000), key)),
  request('one-byte chunks without a key', 401, () => chunked('1\r\nx\r\n'.repeat(10_000))),
  request('pipelined lists', 200, (key) => list(key).repeat(450)),
  request('pipelined scripts', 200, () => rawGet('/docs/swagger-ui-bundle.js').repeat(300)),
  request('pipelined documents', 200, () => rawGet('/openapi.yaml').repeat(300)),
  request('pipelined redirects', 302, () => rawGet('/').repeat(3_000)),
  {
    name: 'garbage behind a request whose response is not read',
    status: 200,
    segmentsOf: (key) => [list(key), ...garbageSegments],
    isReadLate: true,
  },
  {
    name: 'garbage behind responses that fill the buffers',
    status: 200,
    segmentsOf: () => [rawGet('/docs/swagger-ui-bundle.js').repeat(20), ...garbageSegments],
    isReadLate: true,
  },
  request('a file that is not served', 404, () => rawGet('/docs/package.json')),
  request('an unknown transfer coding', 400, () => rawGet('/v1/pets', 'Transfer-Encoding: gzip, chunked')),
  request(
    'chunks in HTTP/1.0',
    200,
    (key) => list(key, 'Transfer-Encoding: chunked').replace('1.1', '1.0') + '0\r\n\r\n' + list(key),
  ),
  request('many header fields', 431, () => rawGet('/', ...Array.from({ length: 1_500 }, () => 'x: 1'))),
  // `Content-Length` is larger than the body sent.
  request('a body that is cut off', undefined, (key) => post(key, '{"name":"cut off', 100)),
];

export const hostileRequestCount = hostileRequests.length;

/** Milliseconds without activity on the connection after which the client destroys it. No response may take that long. */
const idleTimeout = 60_000;

/**
 * Sends a hostile request on a new connection, and resets the connection after the first response.
 * @param number index of the request, modulo `hostileRequestCount`
 * @returns a description of the response if it is unexpected, otherwise undefined
 */
export async function sendHostile(address: string, key: string, number: number): Promise<string | undefined> {
  const { name, status, segmentsOf, isReadLate } = hostileRequests[number % hostileRequests.length]!;
  const socket = await rawConnection(address);
  socket.setNoDelay(true).setTimeout(idleTimeout, () => socket.destroy());
  const closed = new Promise<undefined>((resolve) => socket.once('close', () => resolve(undefined)));
  const early = isReadLate ? undefined : firstStatus(socket);
  for (const segment of segmentsOf(key)) await Promise.race([write(socket, segment), closed]);
  const received = status && (await Promise.race([early ?? firstStatus(socket), closed]));
  socket.resetAndDestroy();
  return received === status ? undefined : `${name}: ${received ?? 'no response'} instead of ${status}`;
}

/** Returns the status of the first response; NaN if it is not HTTP. Stops reading after the first chunk. */
function firstStatus(socket: Socket): Promise<number> {
  return new Promise((resolve) =>
    socket.once('data', (chunk: Buffer) => {
      socket.pause();
      resolve(Number(/^HTTP\/1\.1 (\d{3}) /.exec(chunk.toString('latin1'))?.[1]));
    }),
  );
}

/** A hostile request that the client sends in one write. */
function request(name: string, status: number | undefined, bytesOf: (key: string) => string): HostileRequest {
  return { name, status, segmentsOf: (key) => [bytesOf(key)], isReadLate: false };
}

/** Returns a create. @param contentLength value of `Content-Length` */
function post(key: string, body: string, contentLength = body.length): string {
  return rawCreateHead(key, contentLength) + body;
}

/** Returns a request with a JSON body. */
function sendBody(method: string, path: string, key: string, body: string): string {
  return rawHead(`${method} ${path}`, key, body.length) + body;
}

/** Returns a create with a chunked body. @param chunks encoded chunks without the last, empty one */
function chunked(chunks: string, key?: string): string {
  const head = ['POST /v1/pets HTTP/1.1', 'Host: pets', 'Content-Type: application/json', 'Transfer-Encoding: chunked'];
  return `${[...head, ...(key ? [`Authorization: Bearer ${key}`] : [])].join('\r\n')}\r\n\r\n${chunks}0\r\n\r\n`;
}

function list(key: string, ...headers: string[]): string {
  return rawGet('/v1/pets?limit=100', `Authorization: Bearer ${key}`, ...headers);
}
