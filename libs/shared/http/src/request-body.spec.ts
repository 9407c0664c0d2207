import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { contextOf } from './request-context.ts';
import { type RequestError, sendError } from './errors.ts';
import { maxBodyBytes, maxReservedBytes, unreservedBodyBytes } from './request-body.ts';
import { createTestServer } from './testing/test-server.ts';

/** Number of bodies of the maximum size that fit in the budget. */
const capacity = Math.floor(maxReservedBytes / maxBodyBytes);

let server: Server;
let clients: Socket[];
/** The requests that were dispatched, with their responses. */
let dispatched: [IncomingMessage, ServerResponse][];
let listener: (request: IncomingMessage, response: ServerResponse) => void;

beforeEach(async () => {
  [clients, dispatched] = [[], []];
  server = createTestServer((request, response) => {
    dispatched.push([request, response]);
    const { bodyRefusal } = contextOf(request);
    if (bodyRefusal) sendError(response, bodyRefusal as RequestError);
    else listener(request, response);
    server.emit('dispatched');
  });
  listener = (request, response) => {
    request.on('refused', (error: RequestError) => sendError(response, error));
    request.on('end', () => response.end()).resume();
  };
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterEach(async () => {
  for (const client of clients) client.destroy();
  server.closeAllConnections();
  await once(server.close(), 'close');
});

function open(): Socket {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  clients.push(client);
  return client;
}

const post = (...headers: string[]) => ['POST / HTTP/1.1', 'Host: pets', ...headers, '\r\n'].join('\r\n');
const ofLength = (length: number) => post(`Content-Length: ${length}`);
const chunked = post('Transfer-Encoding: chunked');
const chunk = (length: number) => `${length.toString(16)}\r\n${' '.repeat(length)}\r\n`;

async function untilDispatched(count: number): Promise<void> {
  while (dispatched.length < count) await once(server, 'dispatched');
}

/** Occupies the whole budget with bodies that have not arrived. @returns the clients */
async function fillBudget(): Promise<Socket[]> {
  const filling = Array.from({ length: capacity }, () => open());
  for (const client of filling) client.write(ofLength(maxBodyBytes));
  await untilDispatched(capacity);
  return filling;
}

/** Sends a request that asks for the end of the connection, and returns the response. */
async function responseTo(request: string): Promise<string> {
  const client = open();
  client.write(request);
  return text(client);
}

/** After `fillBudget` less than one body of the maximum size is left. */
const large = post(`Content-Length: ${maxBodyBytes}`, 'Connection: close');
const largeBody = ' '.repeat(maxBodyBytes);
const unavailable = /^HTTP\/1\.1 503 [^]*^Retry-After: 1\r$[^]*^Connection: close\r$[^]*"code":"service_unavailable"/m;

/** Waits until the server accepts a large body again. */
async function untilReleased(): Promise<void> {
  while (!(await responseTo(large + largeBody)).startsWith('HTTP/1.1 200')) await nextIteration();
}

it('returns 503 to a large body beyond the budget, before the body arrives', async () => {
  await fillBudget();
  expect(await responseTo(large)).toMatch(unavailable);
});

it('returns 503 to a chunked body beyond the budget when it becomes large', async () => {
  await fillBudget();
  expect(await responseTo(chunked + chunk(unreservedBodyBytes) + chunk(1))).toMatch(unavailable);
});

it('receives small bodies when the budget is exhausted', async () => {
  await fillBudget();
  const small = post(`Content-Length: ${unreservedBodyBytes}`, 'Connection: close');
  expect(await responseTo(small + ' '.repeat(unreservedBodyBytes))).toMatch(/^HTTP\/1\.1 200/);
  const smallChunked = `${post('Transfer-Encoding: chunked', 'Connection: close')}${chunk(unreservedBodyBytes)}0\r\n\r\n`;
  expect(await responseTo(smallChunked)).toMatch(/^HTTP\/1\.1 200/);
});

it('counts a body of a waiting request, and responds to the requests before it', async () => {
  await fillBudget();
  const responses = await responseTo(post('Content-Length: 0') + large);
  expect(responses.match(/(?<=HTTP\/1\.1 )\d{3}/g)).toEqual(['200', '503']);
});

it.each<[string, (filling: Socket[]) => void]>([
  ['were received', (filling) => filling.forEach((client) => client.write(' '.repeat(maxBodyBytes)))],
  ['are aborted', (filling) => filling.forEach((client) => client.resetAndDestroy())],
  ['are not read, because their responses were sent', () => dispatched.forEach(([, response]) => response.end())],
  [
    'cannot be parsed',
    () => dispatched.forEach(([request]) => server.emit('clientError', new Error('refused'), request.socket)),
  ],
])('releases the budget once when the bodies %s', async (_, end) => {
  end(await fillBudget());
  await untilReleased();
  // A budget that was released twice would accept more.
  dispatched = [];
  await fillBudget();
  expect(await responseTo(large)).toMatch(unavailable);
});

it('releases the budget of waiting requests whose connection closes', async () => {
  listener = () => undefined;
  const filling = Array.from({ length: capacity }, () => open());
  let parsed = 0;
  server.prependListener('request', () => (parsed += 1));
  for (const client of filling) client.write(post('Content-Length: 0') + ofLength(maxBodyBytes));
  while (parsed < 2 * capacity) await nextIteration();
  expect(dispatched).toHaveLength(capacity);
  expect(await responseTo(large)).toMatch(unavailable);
  for (const client of filling) client.resetAndDestroy();
  listener = (request, response) => void request.on('end', () => response.end()).resume();
  await untilReleased();
});
