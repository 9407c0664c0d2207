import { rawConnection, write } from '@petstore/driver';

/** Bytes of a body that is far too large, and of a name that is. */
const huge = 3_000_000;

/** Members of a body that have no place there. */
const nested = `[${Array.from({ length: 4_000 }, () => '{"name":{}}').join(',')}]`;

/** What nobody should send and somebody will. */
const hostile: readonly ((key: string) => string)[] = [
  () => 'GARBAGE\r\n\r\n',
  () => `GET /v1/pets?cursor=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: pets\r\n\r\n`,
  () => 'GET /v1/%zz HTTP/1.1\r\nHost: pets\r\n\r\n',
  () => `GET /v1/pets HTTP/1.1\r\nHost: pets\r\nAuthorization: Bearer ${'x'.repeat(4_000)}\r\n\r\n`,
  (key) => post(key, '{"name":'),
  (key) => post(key, '{"name":"","categoryId":1.5,"status":"none"}'),
  (key) => post(key, '['.repeat(20_000)),
  (key) => post(key, 'x'.repeat(huge)),
  (key) => post(key, `{"name":${nested},"categoryId":7}`),
  (key) => post(key, `{"name":"Rex","categoryId":${nested},"status":${nested}}`),
  (key) => post(key, `{"name":"Rex","categoryId":1.5,"unknown":${nested}}`),
  // Pipelined, of which only the first answer is read.
  (key) => list(key).repeat(450),
  () => get('/docs/swagger-ui-bundle.js').repeat(300),
  () => get('/openapi.yaml').repeat(300),
  () => get('/').repeat(3_000),
  () => get('/docs/package.json'),
  () => get('/v1/pets', 'Transfer-Encoding: gzip, chunked'),
  (key) => list(key, 'Transfer-Encoding: chunked').replace('1.1', '1.0') + '0\r\n\r\n' + list(key),
  () => get('/', ...Array.from({ length: 1_500 }, () => 'x: 1')),
  // More is announced than is sent.
  (key) => post(key, '{"name":"cut off', 100),
];

/** One of them on a connection of its own, cut off whether it was answered or not. */
export async function sendHostile(address: string, key: string, number: number): Promise<void> {
  const socket = await rawConnection(address);
  await Promise.race([
    write(socket, hostile[number % hostile.length]!(key)),
    new Promise((over) => socket.once('close', over)),
  ]);
  await Promise.race([new Promise((over) => socket.once('data', over)), new Promise((over) => setTimeout(over, 200))]);
  socket.resetAndDestroy();
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

function get(path: string, ...headers: string[]): string {
  return [`GET ${path} HTTP/1.1`, 'Host: pets', ...headers, '\r\n'].join('\r\n');
}

function list(key: string, ...headers: string[]): string {
  return get('/v1/pets?limit=100', `Authorization: Bearer ${key}`, ...headers);
}
