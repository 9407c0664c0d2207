import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { crc32 } from 'node:zlib';
import type { Instance } from '../support/client.ts';
import { head, headOfBody, openSocket, write } from '../support/raw-socket.ts';

/** Bytes of a body above the limit of 102,400. */
const largeBody = 'x'.repeat(3_000_000);

/** A JSON array of 4,000 nested objects, for members that must be strings or numbers. */
const nested = `[${Array.from({ length: 4_000 }, () => '{"name":{}}').join(',')}]`;

const send = (methodAndPath: string, key: string, body: string) => headOfBody(methodAndPath, key, body.length) + body;
const post = (key: string, body: string) => send('POST /v1/pets', key, body);
const patch = (key: string, body: string) => send('PATCH /v1/pets/1', key, body);
const order = (key: string, body: string) => send('POST /v1/store/orders', key, body);
const list = (key: string, ...headers: string[]) =>
  head('GET /v1/pets?limit=100', `Authorization: Bearer ${key}`, ...headers);
const chunks = (chunk: string, ...headers: string[]) =>
  `${head('POST /v1/pets', 'Content-Type: application/json', 'Transfer-Encoding: chunked', ...headers)}${chunk}0\r\n\r\n`;
const script = head('GET /docs/swagger-ui-bundle.js');
const garbage = Array.from({ length: 50 }, () => '\x01');

/** Requests by name, with the status of the first response, and that behind nginx if it differs. The service has `BETA=on`. */
const requests: Readonly<Record<string, readonly [status: number, bytesOf: (key: string) => string, nginx?: number]>> =
  {
    garbage: [400, () => 'GARBAGE\r\n\r\n'],
    CONNECT: [400, () => head('CONNECT pets:1')],
    'CONNECT and a body': [400, () => head('CONNECT pets:1') + 'x'.repeat(400_000)],
    'a target that is not a URL': [400, () => head('GET http://[::1/v1/pets')],
    'a long query': [431, () => head(`GET /v1/pets?cursor=${'x'.repeat(20_000)}`)],
    'a path that cannot be decoded': [400, () => head('GET /v1/%zz')],
    'a long key': [401, () => head('GET /v1/pets', `Authorization: Bearer ${'x'.repeat(4_000)}`)],
    'half an object': [400, (key) => post(key, '{"name":')],
    'invalid members': [400, (key) => post(key, '{"name":"","categoryId":1.5,"status":"none"}')],
    'deep nesting': [400, (key) => post(key, '['.repeat(20_000))],
    'a large body': [413, (key) => post(key, largeBody)],
    'a name that is an array': [400, (key) => post(key, `{"name":${nested},"categoryId":7}`)],
    'members that are arrays': [400, (key) => post(key, `{"name":"Rex","categoryId":${nested},"status":${nested}}`)],
    'an unknown member that is an array': [
      400,
      (key) => post(key, `{"name":"Rex","categoryId":1.5,"unknown":${nested}}`),
    ],
    'half an order': [400, (key) => order(key, '{"petId":')],
    'an order for an array': [400, (key) => order(key, `{"petId":${nested}}`)],
    'a large order': [413, (key) => order(key, largeBody)],
    'a change with deep nesting': [400, (key) => patch(key, '['.repeat(20_000))],
    'a large change': [413, (key) => patch(key, largeBody)],
    'a change without a key': [401, () => patch('x', '{"name":"Rex"}')],
    'an action with a large body': [
      404,
      (key) => send('POST /v1/store/orders/9223372036854775807/complete', key, largeBody),
    ],
    'one-byte chunks': [400, (key) => chunks('1\r\nx\r\n'.repeat(10_000), `Authorization: Bearer ${key}`)],
    'one-byte chunks without a key': [401, () => chunks('1\r\nx\r\n'.repeat(10_000))],
    'pipelined lists': [200, (key) => list(key).repeat(450)],
    'pipelined scripts': [200, () => script.repeat(300)],
    'pipelined documents': [200, () => head('GET /openapi.yaml').repeat(300)],
    'pipelined redirects': [302, () => head('GET /').repeat(3_000)],
    'a file that is not served': [404, () => head('GET /docs/package.json')],
    'an unknown transfer coding': [400, () => head('GET /v1/pets', 'Transfer-Encoding: gzip, chunked')],
    'chunks in HTTP/1.0': [
      200,
      (key) => list(key, 'Transfer-Encoding: chunked').replace('1.1', '1.0') + '0\r\n\r\n' + list(key),
      400,
    ],
    'many header fields': [431, () => head('GET /', ...Array.from({ length: 1_500 }, () => 'x: 1'))],
  };

/**
 * Sends each of the requests once on a new connection.
 * @param isProxy whether nginx is between this process and the service
 * @returns descriptions of the unexpected responses
 */
export async function sendHostileRequests(service: Instance, key: string, isProxy: boolean): Promise<string[]> {
  const unexpected: string[] = [];
  const expectStatus = async (name: string, expected: number, [first, ...later]: string[], readsLate = false) => {
    const socket = await openSocket(service);
    const early = readsLate ? undefined : firstStatus(socket);
    await write(socket, first!);
    for (const segment of later) if (socket.writable) await write(socket, segment);
    const status = await (early ?? firstStatus(socket));
    socket.resetAndDestroy();
    // Without a proxy, the system resets a connection that is closed while it has unread bytes, and the client loses what it has not read.
    if (readsLate && !isProxy && status === undefined) return;
    if (status !== expected) unexpected.push(`${name}: ${status ?? 'no response'} instead of ${expected}`);
  };
  for (const [name, [direct, bytesOf, nginx = direct]] of Object.entries(requests)) {
    await expectStatus(name, isProxy ? nginx : direct, [bytesOf(key)]);
  }
  // Garbage behind responses that the client does not read, and that fill the buffers.
  await expectStatus('garbage behind an unread list', 200, [list(key), ...garbage], true);
  await expectStatus('garbage behind unread scripts', 200, [script.repeat(10), ...garbage], true);
  const cutOff = await openSocket(service);
  await write(cutOff, headOfBody('POST /v1/pets', key, 100) + '{"name":"cut off');
  cutOff.resetAndDestroy();
  return unexpected;
}

/** Bytes of a long header or target. Node's parser accepts heads of up to 16 KiB. */
const long = 15_500;

const close = 'Connection: close';

/** Requests that need no key and leave the connection open, by name. */
export const requestsWithoutKey: Readonly<Record<string, string>> = {
  '/': head('GET /'),
  'long Accept': head('GET /', `Accept: ${'a/b,'.repeat(long / 4)}`),
  '/docs': head('GET /docs'),
  '/docs/swagger-ui.css': head('GET /docs/swagger-ui.css'),
  '/docs/swagger-ui-bundle.js': script,
  '/docs/swagger-ui-init.js': head('GET /docs/swagger-ui-init.js'),
  'unknown file': head('GET /docs/swagger-ui-bundle.js.map'),
  '/openapi.json': head('GET /openapi.json'),
  '/openapi.yaml': head('GET /openapi.yaml'),
  'long If-None-Match': head('GET /openapi.yaml', `If-None-Match: ${'"x",'.repeat(long / 4)}`),
  '/health/live': head('GET /health/live'),
  '/health/ready': head('GET /health/ready'),
  'no key (401)': head('GET /v1/pets'),
  'malformed key (401)': head('GET /v1/pets', `Authorization: Bearer pets_${'0'.repeat(49)}`),
  'long key (401)': head('GET /v1/pets', `Authorization: Bearer ${'x'.repeat(long)}`),
  'key after many spaces (401)': head('GET /v1/pets', `Authorization: Bearer${' '.repeat(long)}x y`),
  'unknown path (404)': head('GET /nothing'),
  'long path (404)': head(`GET /${'x'.repeat(long)}`),
  'many segments (404)': head(`GET ${'/x'.repeat(long / 2)}`),
  'escaped path (404)': head(`GET /${'%41'.repeat(long / 3)}`),
  'long query': head(`GET /v1/pets?${'a=b&'.repeat(long / 4)}`),
  'wrong method (405)': head('DELETE /v1/pets'),
  OPTIONS: head('OPTIONS /v1/pets'),
  'long X-Request-Id': head('GET /nothing', `X-Request-Id: ${'x'.repeat(long)}`),
  'long traceparent': head(
    'GET /nothing',
    `traceparent: 00-${'0af7'.repeat(8)}-${'b7ad'.repeat(4)}-01-${'x'.repeat(long)}`,
  ),
  'undecodable path (400)': head('GET /%zz'),
  'long host in the target (400)': head(`GET http://${'x'.repeat(long)}/v1/pets`),
  'host in the target': head(`GET http://${'x'.repeat(253)}/${'%41'.repeat(long / 3 - 100)}`),
  'long X-Forwarded-For (400)': head('GET /v1/pets', `X-Forwarded-For: ${'::1,'.repeat(long / 4)}`),
  'X-Forwarded-For': head('GET /v1/pets', `X-Forwarded-For: ${Array(30).fill('::ffff:127.0.0.1').join()}`),
};

/** The same, but the service closes the connection. */
export const closingRequestsWithoutKey: Readonly<Record<string, string>> = {
  'not HTTP': 'GARBAGE\r\n\r\n',
  'large head (431)': head('GET /', `x: ${'x'.repeat(20_000)}`),
  'transfer coding (400)': head('GET /', 'Transfer-Encoding: gzip, chunked'),
  'two hosts (400)': head('GET /', 'Host: pets'),
  '200 header fields': head('GET /nothing', close, ...Array.from({ length: 198 }, (_, index) => `x${index}: 1`)),
  'many header fields (431)': head(
    'GET /',
    close,
    ...Array.from({ length: long / 8 }, (_, index) => `x${index % 1_000}: 1`),
  ),
  'unknown expectation (417)': head('GET /', 'Expect: tea'),
};

/**
 * Sends the request again and again, each time after the response.
 * @param each number of requests on a connection
 */
export async function sendSeries(service: Instance, bytes: string, each: number, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += each) {
    const socket = await openSocket(service);
    for (let number = 0; number < each; number++) await receiveResponse(socket, bytes);
    socket.destroy();
  }
}

/** Sends a request, and waits until its response has the length of its header. */
function receiveResponse(socket: Socket, request: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let [top, length] = ['', Infinity];
    let received = 0;
    const onData = (chunk: Buffer) => {
      received += chunk.length;
      if (length === Infinity) {
        top += chunk.toString('latin1');
        const end = top.indexOf('\r\n\r\n');
        if (end < 0) return;
        length = end + 4 + Number(/^content-length: (\d+)/im.exec(top.slice(0, end))?.[1] ?? 0);
      }
      if (received >= length) finish(resolve);
    };
    const onClose = () => finish(() => reject(new Error(`no response: ${request.slice(0, 40)}`)));
    const finish = (settle: () => void) => {
      socket.off('data', onData).off('close', onClose);
      settle();
    };
    socket.on('data', onData).on('close', onClose).write(request);
  });
}

/** Waits for the first chunk. @returns its status; NaN if it is not a response; undefined if the connection was closed first */
export async function firstStatus(socket: Socket): Promise<number | undefined> {
  return new Promise((resolve) => {
    socket.once('close', () => resolve(undefined));
    socket.once('data', (chunk: Buffer) => {
      socket.pause();
      resolve(Number(/^HTTP\/1\.1 (\d{3}) /.exec(chunk.toString('latin1'))?.[1]));
    });
  });
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns a key with a correct checksum that was never issued. The service needs a query to refuse it. */
export function unknownKey(): string {
  const body = `pets_${Array.from(randomBytes(43), (byte) => digits[byte % digits.length]).join('')}`;
  let checksum = '';
  for (let rest = crc32(body); checksum.length < 6; rest = Math.floor(rest / digits.length)) {
    checksum = digits[rest % digits.length]! + checksum;
  }
  return body + checksum;
}
