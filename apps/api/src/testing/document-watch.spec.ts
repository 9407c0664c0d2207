import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectNoBreach, takeBreaches, watch } from './document-watch.ts';
import { ask, readAnswer, requestText } from './raw-http.ts';

let server: Server;

afterEach(() => server?.close());

const rex = '{"id":1,"name":"Rex","categoryId":7,"status":"available"}';
const plumbing = { 'X-Request-Id': 'x', 'Content-Type': 'application/json', Connection: 'close' };
const created = { ...plumbing, Location: '/v1/pets/1' };

/** What the hook has against a server that answers so to a create. */
async function breachesOf(answer: RequestListener, ...headers: string[]): Promise<string> {
  server = createServer(answer).listen(0, '127.0.0.1');
  server.on('checkExpectation', answer);
  watch(server);
  await once(server, 'listening');
  const request = requestText('POST /v1/pets HTTP/1.1', ['Host: pets', ...headers], '{}');
  await ask((server.address() as AddressInfo).port, request);
  return takeBreaches().join('\n');
}

describe('the hook', () => {
  it.each<[string, RequestListener]>([
    ['whole', (_, response) => response.writeHead(201, created).end(rex)],
    [
      'in pieces',
      (_, response) => void response.writeHead(201, created).write(rex.slice(0, 9), () => response.end(rex.slice(9))),
    ],
    [
      'header by header',
      (_, response) => {
        for (const [name, value] of Object.entries(created)) response.setHeader(name, value);
        response.statusCode = 201;
        response.write(Buffer.from(rex));
        response.end();
      },
    ],
  ])('has nothing against the right answer, sent %s', async (_, answer) => {
    expect(await breachesOf(answer)).toBe('');
  });

  it.each<[string, RequestListener, string]>([
    [
      'a member has another name',
      (_, response) => response.writeHead(201, created).end(rex.replace('categoryId', 'category')),
      'category',
    ],
    [
      'an optional one has',
      (_, response) => response.writeHead(201, created).end(rex.replace('status', 'state')),
      'state',
    ],
    ['a header is dropped', (_, response) => response.writeHead(201, plumbing).end(rex), 'Location is missing'],
    ['the status is another', (_, response) => response.writeHead(202, created).end(rex), '202: the status is not'],
    [
      'an integer is no plain digits',
      (_, response) => response.writeHead(201, created).end(rex.replace('7', '7.0')),
      '7.0',
    ],
  ])('is red when %s', async (_, answer, told) => {
    expect(await breachesOf(answer)).toContain(told);
  });

  it('sees what is answered to those who expect something', async () => {
    expect(await breachesOf((_, response) => response.writeHead(418, plumbing).end(), 'Expect: tea')).toContain('418');
  });

  it('reads what comes off a socket outside of any response', () => {
    readAnswer('HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\n\r\nno');
    expect(takeBreaches().join()).toContain('the content type "text/plain" is not documented');
  });

  it('says which document is broken, once', () => {
    readAnswer('HTTP/1.1 400 Bad Request\r\n\r\n');
    expect(expectNoBreach).toThrow(/^apps\/api\/openapi\.json says otherwise:\n/);
    expect(expectNoBreach).not.toThrow();
  });
});
