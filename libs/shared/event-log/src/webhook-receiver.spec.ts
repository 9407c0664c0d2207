import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { parseRetryAfter, WebhookReceiver } from './webhook-receiver.ts';

const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
const body = '{"id":9223372036854775807,"name":"Zo\u00eb"}';

let server: Server;
let respond: (request: IncomingMessage, response: ServerResponse) => unknown;

beforeAll(async () => {
  server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const receiverOf = (server: net.Server, secrets = [secret]) => {
  const { port } = server.address() as AddressInfo;
  return new WebhookReceiver(new URL(`http://127.0.0.1:${port}/hook?token=1`), secrets, 'petstore/1');
};

it('signs the body, so that the package of Standard Webhooks verifies it', async () => {
  let verified: unknown;
  respond = async (request, response) => {
    const sent = await text(request);
    verified = [request.method, request.url, request.headers['content-type'], sent];
    new Webhook(secret).verify(sent, request.headers as Record<string, string>);
    response.writeHead(202).end();
  };
  expect(await receiverOf(server).send('an id', body)).toEqual({ outcome: 'delivered' });
  expect(verified).toEqual(['POST', '/hook?token=1', 'application/cloudevents+json', body]);
});

it.each([
  [500, {}, { outcome: 'failed', reason: 'response with status 500', retryAfter: 0 }],
  [429, { 'Retry-After': '7' }, { outcome: 'failed', reason: 'response with status 429', retryAfter: 7_000 }],
  [
    308,
    { Location: '/elsewhere' },
    { outcome: 'failed', reason: 'response with status 308, a redirect, which is not followed', retryAfter: 0 },
  ],
  [410, {}, { outcome: 'gone' }],
])('takes the status %d with the headers %j as %j', async (status, headers: Record<string, string>, attempt) => {
  let requests = 0;
  respond = (_, response) => {
    requests += 1;
    response.writeHead(status, headers).end('text');
  };
  expect(await receiverOf(server).send('an id', body)).toEqual(attempt);
  expect(requests).toBe(1);
});

it('signs with each of two secrets, so that a receiver that has either of them accepts the event', async () => {
  const secrets = [secret, `whsec_${Buffer.alloc(24, 2).toString('base64')}`];
  let verified: unknown[] = [];
  respond = async (request, response) => {
    const sent = await text(request);
    verified = secrets.map((each) => new Webhook(each).verify(sent, request.headers as Record<string, string>));
    response.writeHead(204).end();
  };
  expect(await receiverOf(server, secrets).send('an id', body)).toEqual({ outcome: 'delivered' });
  expect(verified).toEqual([JSON.parse(body), JSON.parse(body)]);
});

describe('a receiver of raw bytes', () => {
  let raw: net.Server;
  const sockets = new Set<Socket>();
  let answer: (socket: Socket, connection: number) => unknown;
  let connections: number;

  beforeAll(async () => {
    raw = net.createServer((socket) => {
      sockets.add(socket);
      const connection = (connections += 1);
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => String(chunk).endsWith(body) && answer(socket, connection));
    });
    await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => (connections = 0));
  afterAll(() => {
    raw.close();
    for (const socket of sockets) socket.destroy();
  });

  const end = (text: string) => (socket: Socket) => socket.end(text, 'latin1');
  const ok = 'HTTP/1.1 200 OK\r\n';
  const empty = `${ok}Content-Length: 0\r\n\r\n`;
  const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;

  it.each<[string, typeof answer]>([
    ['a plain body labelled gzip', end(`${ok}Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\nok`)],
    ['an unknown encoding', end(`${ok}Content-Encoding: rot13\r\nContent-Length: 2\r\n\r\nok`)],
    ['a body shorter than its length', end(`${ok}Content-Length: 100\r\n\r\nhalf`)],
    ['a body longer than its length', end(`${ok}Content-Length: 2\r\n\r\nok and more`)],
    ['a malformed chunk', end(`${chunked}zz\r\nok\r\n`)],
    ['chunks without an end', end(`${chunked}2\r\nok\r\n`)],
    ['a body without an end', (socket) => socket.write(`${ok}Content-Length: 9\r\n\r\n`)],
    [
      'an endless body',
      (socket) => {
        const fill = () => socket.write('x'.repeat(65_536), (error) => !error && fill());
        socket.write(`${ok}\r\n`, fill);
      },
    ],
    [
      'a reset after the head',
      (socket) => socket.write(`${ok}Content-Length: 9\r\n\r\n`, () => socket.resetAndDestroy()),
    ],
    ['a body after 204', end('HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nok')],
    ['two lengths', end(`${ok}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`)],
    ['two different lengths', end(`${ok}Content-Length: 2\r\nContent-Length: 3\r\n\r\nok`)],
    ['a length that is no number', end(`${ok}Content-Length: two\r\n\r\nok`)],
    ['a header without a colon', end(`HTTP/1.1 103 Early Hints\r\n\r\n${ok}Warning\r\n\r\n`)],
    ['a space before the colon of a header', end(`${ok}X-A : a\r\n\r\n`)],
    ['another encoding of the transfer', end(`${ok}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`)],
    ['a control character in a header', end(`${ok}X-A: a\u0001b\r\nContent-Length: 0\r\n\r\n`)],
    ['a head of 200 kB', end(`${ok}X-A: ${'a'.repeat(200_000)}\r\nContent-Length: 0\r\n\r\n`)],
    ['line feeds only', end(empty.replaceAll('\r', ''))],
    ['HTTP/1.0', end('HTTP/1.0 200 OK\r\n\r\nok')],
    ['two responses', end(empty + empty)],
    ...[100, 102, 103, 199].map((status): [string, typeof answer] => [
      `${status} before it`,
      end(`HTTP/1.1 ${status} Wait\r\n\r\nHTTP/1.1 ${status} Wait\r\nLink: </a>\r\n\r\n${empty}`),
    ]),
  ])('has confirmed an event by a 2xx with %s', async (_, respondRaw) => {
    answer = respondRaw;
    expect(await receiverOf(raw).send('an id', body)).toEqual({ outcome: 'delivered' });
  });

  it.each<[string, string, object]>([
    ['410', '', { outcome: 'gone' }],
    ['429', 'Retry-After: 7\r\n', { outcome: 'failed', reason: 'response with status 429', retryAfter: 7_000 }],
    ['503', 'Retry-After: 7\r\n', { outcome: 'failed', reason: 'response with status 503', retryAfter: 7_000 }],
  ])('counts %s and Retry-After, also if the body cannot be read', async (status, headers, attempt) => {
    for (const label of ['Content-Encoding: gzip\r\nContent-Length: 2', 'Content-Length: 20']) {
      answer = end(`HTTP/1.1 ${status} No\r\n${headers}${label}\r\n\r\nno`);
      expect(await receiverOf(raw).send('an id', body)).toEqual(attempt);
    }
  });

  it.each<[string, typeof answer]>([
    ['no response', (socket) => socket.destroy()],
    ['only a 100', end('HTTP/1.1 100 Continue\r\n\r\n')],
    ['half a head', end(ok)],
    ['another protocol', end('\u0015\u0003\u0001')],
  ])('has not confirmed an event by %s', async (_, respondRaw) => {
    answer = respondRaw;
    expect(await receiverOf(raw).send('an id', body)).toMatchObject({ outcome: 'failed', retryAfter: 0 });
  });

  it('may have a port that browsers block', async () => {
    const blocked = net.createServer((socket) => void socket.end(empty));
    for (const port of [10080, 6566, 6697, 5061, 4190, 2049, 1720]) {
      const listening = once(blocked, 'listening').catch(() => undefined);
      blocked.listen(port, '127.0.0.1');
      if (await listening) break;
    }
    expect(await receiverOf(blocked).send('an id', body)).toEqual({ outcome: 'delivered' });
    blocked.close();
  });

  it('gets the next event on the same connection, and on another one if it has closed that', async () => {
    const attempts = receiverOf(raw);
    answer = (socket) => socket.write(empty);
    for (const id of ['1', '2']) expect(await attempts.send(id, body)).toEqual({ outcome: 'delivered' });
    expect(connections).toBe(1);
    answer = (socket, connection) => (connection === 1 ? socket.destroy() : socket.write(empty));
    expect(await attempts.send('3', body)).toEqual({ outcome: 'delivered' });
    expect(connections).toBe(2);
  });
});

it.each([
  ['0', 0],
  ['120', 120_000],
  ['Thu, 26 Nov 2026 10:00:30 GMT', 30_000],
  ['Thu, 26 Nov 2026 09:00:00 GMT', 0],
  ['86401', 86_400_000],
  ['99999999999', 86_400_000],
  ['Fri, 26 Nov 2027 10:00:00 GMT', 86_400_000],
  ['-1', 0],
  ['soon', 0],
  ['', 0],
])('reads the Retry-After "%s" as %d ms', (header, milliseconds) => {
  expect(parseRetryAfter(header, Date.parse('2026-11-26T10:00:00Z'))).toBe(milliseconds);
});
