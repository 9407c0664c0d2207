import { createTestServer } from '@petstore/http/testing/test-server';
import { exchange, requestText } from '@petstore/testing/raw';
import { readSettings } from './settings.ts';
import { sendAndCheck } from './testing/document-check.ts';
import { expectError } from './testing/expect-error.ts';
import { startTestApp, useTestApp } from './testing/test-app.ts';

const app = useTestApp();

const host = 'Host: pets\r\n';
const statuses = (received: string) => received.match(/(?<=HTTP\/1\.1 )\d{3}/g);

it.each([
  ['garbage', 'garbage\r\n\r\n'],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
  ['an unknown method', `PETS /v1/pets HTTP/1.1\r\n${host}\r\n`],
  ['an unknown version', `GET /v1/pets HTTP/3.0\r\n${host}\r\n`],
  ['HTTP/2.0', `GET /health/live HTTP/2.0\r\n${host}\r\n`],
  ['HTTP/0.9', `GET /health/live HTTP/0.9\r\n${host}\r\n`],
  ['a space in the path', `GET /v1/ pets HTTP/1.1\r\n${host}\r\n`],
  ['a header without a colon', `GET /v1/pets HTTP/1.1\r\n${host}Authorization\r\n\r\n`],
  ['a folded header', `GET /v1/pets HTTP/1.1\r\n${host}Authorization: Bearer\r\n x\r\n\r\n`],
  ['a NUL in a header', `GET /v1/pets HTTP/1.1\r\n${host}X: a\0b\r\n\r\n`],
  ['two Content-Lengths', `POST /v1/pets HTTP/1.1\r\n${host}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
  [
    'a length and chunks',
    `POST /v1/pets HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ['an unknown coding', `POST /v1/pets HTTP/1.1\r\n${host}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`],
  ['CONNECT', `CONNECT pets:443 HTTP/1.1\r\n${host}\r\n`],
])('bytes that are no request get 400, and the connection is closed: %s', async (_, bytes) => {
  const response = await sendAndCheck(app.port, Buffer.from(bytes, 'latin1'));
  expectError(response, 'malformed_request');
  expect(response.headers['connection']).toBe('close');
  expect(Number(response.headers['content-length'])).toBe(Buffer.byteLength(response.text));
});

it.each([
  ['a header of 20,000 bytes', `GET /v1/pets HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['4,000 header fields', `GET /v1/pets HTTP/1.1\r\n${host}${'X-Pet: Rex\r\n'.repeat(4_000)}\r\n`],
  ['201 header fields', `GET /v1/pets HTTP/1.1\r\n${host}${'X: 1\r\n'.repeat(199)}Connection: close\r\n\r\n`],
  ['201 header fields in HTTP/1.0', `GET /v1/pets HTTP/1.0\r\n${host}${'X: 1\r\n'.repeat(200)}\r\n`],
  ['a target of 20,000 bytes', `GET /v1/pets?${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`],
])('a request gets 431 if it has %s', async (_, bytes) => {
  const message = expectError(await sendAndCheck(app.port, bytes), 'headers_too_large');
  expect(message).toMatch(/at most 200 header fields, and 16384 bytes/);
});

it('the server accepts 200 header fields', async () => {
  // `send` adds Host, Connection and Authorization.
  expect((await app.send('GET /v1/pets', { headers: Array(197).fill('a: 1') })).status).toBe(200);
});

describe('limits of the work before the key is verified', () => {
  it.each(['http://', 'https://'])(
    'a target in absolute form has a host of at most 253 characters: %s',
    async (scheme) => {
      const sendTo = (length: number) => app.send(`GET ${scheme}${'x'.repeat(length)}/v1/pets`);
      expect((await sendTo(253)).status).toBe(200);
      expect(expectError(await sendTo(15_000), 'malformed_request')).toBe(
        'The host of the request target is too long.',
      );
    },
  );

  it.each(['http://%zz@host/v1/pets', 'http://name:secret@host/v1/pets', '//a@[/\xa0', '//a@xn--a/\xa0'])(
    'a target must be one that Express can parse: %s',
    async (target) => {
      const bytes = requestText(`GET ${target} HTTP/1.1`, ['Host: pets', 'Connection: close', app.withKey]);
      const response = await sendAndCheck(app.port, Buffer.from(bytes, 'latin1'));
      expect(expectError(response, 'malformed_request')).not.toContain('secret');
      expect((await app.client.get('/v1/pets')).status).toBe(200);
    },
  );

  it('X-Forwarded-For has at most 30 addresses, also in several headers', async () => {
    const addresses = (count: number) => `X-Forwarded-For: ${Array.from({ length: count }, () => '10.0.0.1').join()}`;
    expect((await app.send('GET /v1/pets', { headers: [addresses(30)] })).status).toBe(200);
    for (const headers of [[addresses(1_500)], [addresses(20), addresses(11)]]) {
      const message = expectError(await app.send('GET /v1/pets', { headers }), 'malformed_request');
      expect(message).toBe('X-Forwarded-For may have at most 30 addresses.');
    }
  });
});

describe('a Transfer-Encoding header', () => {
  const chunks = '1d\r\n{"name":"Rex","categoryId":7}\r\n0\r\n\r\n';
  const post = (version: string, ...headers: string[]) => {
    const all = ['Host: pets', app.withKey, 'Content-Type: application/json', ...headers];
    return requestText(`POST /v1/pets HTTP/${version}`, all) + chunks;
  };

  it.each([[['gzip, chunked']], [['identity, chunked']], [['chunked, chunked']], [['gzip', 'chunked']]])(
    'gets 400, and the connection is closed, if it has the values %j',
    async (codings) => {
      const headers = codings.map((coding) => `Transfer-Encoding: ${coding}`);
      const lines = headers.map((header) => `${header}\r\n`).join('');
      for (const bytes of [
        post('1.1', ...headers),
        post('1.0', ...headers),
        `GET /nothing HTTP/1.1\r\n${host}${lines}\r\n${chunks}`,
        `POST /v1/pets HTTP/1.1\r\n${host}Expect: 100-continue\r\n${lines}\r\n`,
      ]) {
        const response = await sendAndCheck(app.port, bytes);
        expectError(response, 'malformed_request');
        expect(response.headers['connection']).toBe('close');
      }
    },
  );

  it.each(['chunked', 'Chunked'])('is accepted: %s', async (coding) => {
    const headers = [`Transfer-Encoding: ${coding}`, 'Connection: close'];
    expect((await sendAndCheck(app.port, post('1.1', ...headers))).status).toBe(201);
  });

  it('in HTTP/1.0 makes the server close the connection without executing the bytes that follow', async () => {
    const add = jest.spyOn(app.pets, 'add');
    const request = post('1.0', 'Connection: keep-alive', 'Transfer-Encoding: chunked');
    const received = await exchange(app.port, request + request);
    expect(statuses(received)).toEqual(['201']);
    expect(received).toMatch(/^Connection: close\r$/m);
    expect(add).toHaveBeenCalledTimes(1);
  });
});

it.each([
  ['is missing', 'GET /v1/pets HTTP/1.1', []],
  ['is missing for an unknown path', 'GET /nothing HTTP/1.1', []],
  ['is repeated', 'GET /v1/pets HTTP/1.1', ['Host: pets', 'Host: pets']],
  ['is repeated in HTTP/1.0', 'GET /v1/pets HTTP/1.0', ['Host: pets', 'Host: cats']],
])('a request gets 400 if its Host header %s', async (_, line, headers) => {
  const response = await sendAndCheck(app.port, requestText(line, headers));
  expect(expectError(response, 'malformed_request')).toBe('There must be exactly one Host header.');
  expect(response.headers['connection']).toBe('close');
});

it('HTTP/1.0 needs no Host header', async () => {
  expect((await sendAndCheck(app.port, requestText('GET /v1/pets HTTP/1.0', [app.withKey]))).status).toBe(200);
});

it.each(['tea', '100-continue, tea', 'tea; 100-continue'])('Expect: %s gets 417', async (expected) => {
  for (const line of ['GET /v1/pets', 'GET /v1/pets/1', 'POST /v1/pets', 'GET /nothing']) {
    const bytes = requestText(`${line} HTTP/1.1`, ['Host: pets', `Expect: ${expected}`]);
    const response = await sendAndCheck(app.port, bytes);
    expect(expectError(response, 'expectation_failed')).toBe('The only expectation that is met is 100-continue.');
    expect(response.headers['connection']).toBe('close');
  }
});

it('a request whose head does not arrive in time gets 408, and the connection is closed', async () => {
  const impatient = await startTestApp({ httpLimits: { ...readSettings({}).httpLimits, headersTimeout: 10 } });
  try {
    const response = await sendAndCheck(impatient.port, `GET /v1/pets HTTP/1.1\r\n${host}X-Slow: `);
    expectError(response, 'request_timeout');
    expect(response.headers['connection']).toBe('close');
  } finally {
    await impatient.close();
  }
});

it('Node gets the limits of the configuration', () => {
  const limits = { headersTimeout: 1_000, requestTimeout: 2_000, idleTimeout: 3_000, maxConnections: 4 };
  expect(createTestServer(undefined, limits)).toMatchObject({
    ...{ headersTimeout: 1_000, requestTimeout: 2_000, keepAliveTimeout: 3_000, timeout: 3_000, maxConnections: 4 },
  });
});
