import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
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

const receiver = () => {
  const { port } = server.address() as AddressInfo;
  return new WebhookReceiver(new URL(`http://127.0.0.1:${port}/hook?token=1`), secret, 'petstore/1');
};

it('signs the body, so that the package of Standard Webhooks verifies it', async () => {
  let verified: unknown;
  respond = async (request, response) => {
    const sent = await text(request);
    verified = [request.method, request.url, request.headers['content-type'], sent];
    new Webhook(secret).verify(sent, request.headers as Record<string, string>);
    response.writeHead(202).end();
  };
  expect(await receiver().send('history_1', body)).toEqual({ outcome: 'delivered' });
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
  expect(await receiver().send('history_1', body)).toEqual(attempt);
  expect(requests).toBe(1);
});

it.each<[string, typeof respond]>([
  [
    'half a response',
    (_, response) => response.writeHead(200, { 'Content-Length': '9' }).write('1', () => response.destroy()),
  ],
  ['no response', (request) => request.destroy()],
])('takes %s as a failure', async (_, behaviour) => {
  respond = behaviour;
  expect(await receiver().send('history_1', body)).toMatchObject({ outcome: 'failed', retryAfter: 0 });
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
