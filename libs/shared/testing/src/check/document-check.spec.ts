import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OpenApiDocument } from './document.ts';
import { exchange, requestText } from '../raw/raw-http.ts';
import { DocumentCheck } from './document-check.ts';

const responses = {
  201: {
    headers: {
      'X-Request-Id': { required: true, schema: { type: 'string' } },
      Location: { required: true, schema: { type: 'string' } },
    },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' } } },
  },
};
const document: OpenApiDocument = {
  servers: [{ url: '/v1' }],
  paths: { '/notes': { post: { operationId: 'createNote', responses } } },
  components: {
    schemas: {
      Note: {
        type: 'object',
        required: ['id', 'text', 'size'],
        properties: {
          id: { type: 'integer', format: 'int64' },
          text: { type: 'string' },
          size: { type: 'integer', format: 'int64' },
          colour: { type: 'string' },
        },
      },
      Error: {
        type: 'object',
        required: ['code', 'message', 'status'],
        properties: { code: { type: 'string' }, message: { type: 'string' }, status: { type: 'integer' } },
      },
    },
  },
};

const check = new DocumentCheck(document, 'notes.json');
let server: Server;

afterEach(() => server?.close());

const note = '{"id":1,"text":"Buy hay","size":7,"colour":"red"}';
const transport = {
  'X-Request-Id': 'x',
  'Content-Type': 'application/json',
  'Content-Length': Buffer.byteLength(note),
  Connection: 'close',
};
const created = { ...transport, Location: '/v1/notes/1' };

/** Starts a server with the listener, sends it `POST /v1/notes` and returns the violations of the response. */
async function violationsOf(respond: RequestListener, ...headers: string[]): Promise<string> {
  server = createServer(respond).listen(0, '127.0.0.1');
  server.on('checkExpectation', respond);
  check.checkResponsesOf(server);
  await once(server, 'listening');
  const request = requestText('POST /v1/notes HTTP/1.1', ['Host: notes', ...headers], '{}');
  await exchange((server.address() as AddressInfo).port, request);
  return check.takeViolations().join('\n');
}

describe('DocumentCheck.checkResponsesOf', () => {
  it.each<[string, RequestListener]>([
    ['at once', (_, response) => response.writeHead(201, created).end(note)],
    [
      'in pieces',
      (_, response) => void response.writeHead(201, created).write(note.slice(0, 9), () => response.end(note.slice(9))),
    ],
    [
      'header by header',
      (_, response) => {
        for (const [name, value] of Object.entries(created)) response.setHeader(name, value);
        response.statusCode = 201;
        response.write(Buffer.from(note));
        response.end();
      },
    ],
  ])('accepts a documented response that is sent %s', async (_, respond) => {
    expect(await violationsOf(respond)).toBe('');
  });

  it.each<[string, RequestListener, string]>([
    [
      'a renamed property',
      (_, response) => response.writeHead(201, created).end(note.replace('size', 'length')),
      'length',
    ],
    [
      'a renamed optional property',
      (_, response) => response.writeHead(201, created).end(note.replace('colour', 'color')),
      'color',
    ],
    ['a missing header', (_, response) => response.writeHead(201, transport).end(note), 'Location is missing'],
    ['an undocumented status', (_, response) => response.writeHead(202, created).end(note), '202: the status is not'],
    [
      'an integer that is written with a fraction',
      (_, response) => response.writeHead(201, created).end(note.replace('7', '7.0')),
      '7.0',
    ],
  ])('reports %s', async (_, respond, violation) => {
    expect(await violationsOf(respond)).toContain(violation);
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
    expect(() => check.expectNoViolations()).toThrow(/^Responses violate notes\.json:\n/);
    expect(() => check.expectNoViolations()).not.toThrow();
  });
});
