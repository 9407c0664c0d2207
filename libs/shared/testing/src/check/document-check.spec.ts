import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exchange, requestText } from '../raw/raw-http.ts';
import { DocumentCheck } from './document-check.ts';
import { document } from './testing/small-document.ts';

const check = new DocumentCheck(document, 'cats.json');
let server: Server;

afterEach(() => server?.close());

const cat = '{"id":1,"name":"Tom","kind":"cat"}';
const transport = {
  'Content-Type': 'application/json',
  'Content-Length': Buffer.byteLength(cat),
  Connection: 'close',
};
const documented = { ...transport, 'X-Id': 'x' };

/** Starts a server with the listener, sends it `GET /v1/cats/1` and returns the violations of the response. */
async function violationsOf(respond: RequestListener, ...headers: string[]): Promise<string> {
  server = createServer(respond).listen(0, '127.0.0.1');
  server.on('checkExpectation', respond);
  check.checkResponsesOf(server);
  await once(server, 'listening');
  const request = requestText('GET /v1/cats/1 HTTP/1.1', ['Host: cats', ...headers, '']);
  await exchange((server.address() as AddressInfo).port, request);
  return check.takeViolations().join('\n');
}

describe('DocumentCheck.checkResponsesOf', () => {
  it.each<[string, RequestListener]>([
    ['at once', (_, response) => response.writeHead(200, documented).end(cat)],
    [
      'in pieces',
      (_, response) =>
        void response.writeHead(200, documented).write(cat.slice(0, 9), () => response.end(cat.slice(9))),
    ],
    [
      'header by header',
      (_, response) => {
        for (const [name, value] of Object.entries(documented)) response.setHeader(name, value);
        response.write(Buffer.from(cat));
        response.end();
      },
    ],
  ])('accepts a documented response that is sent %s', async (_, respond) => {
    expect(await violationsOf(respond)).toBe('');
  });

  it('reports violations of the status, the headers and the body', async () => {
    const respond: RequestListener = (_, response) =>
      response.writeHead(200, transport).end(cat.replace('kind', 'sort'));
    const violations = await violationsOf(respond);
    for (const part of ['returned 200', 'X-Id is missing', 'sort']) expect(violations).toContain(part);
  });

  it('checks responses to requests with an Expect header', async () => {
    expect(await violationsOf((_, response) => response.writeHead(418, transport).end(), 'Expect: tea')).toContain(
      '418',
    );
  });
});

describe('DocumentCheck.recordViolations', () => {
  const undocumented = { method: '', path: '', status: 400, headers: { 'content-type': 'text/plain' }, text: 'no' };

  it('records the violation of a response that a test has received', () => {
    check.recordViolations(undocumented);
    expect(check.takeViolations().join()).toContain('the content type "text/plain" is not documented');
  });

  it('throws once for each violation, with the name of the document', () => {
    check.recordViolations(undocumented);
    expect(() => check.expectNoViolations()).toThrow(/^Responses violate cats\.json:\n/);
    expect(() => check.expectNoViolations()).not.toThrow();
  });
});
