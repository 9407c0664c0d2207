import { exchange, requestText } from '@petstore/testing/raw';
import { sendAndCheck } from '../testing/document-check.ts';
import { expectError } from '../testing/expect-error.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

const host = 'Host: pets\r\n';

describe('bytes that are not a request', () => {
  it.each([
    ['garbage', 'garbage\r\n\r\n'],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
    ['an unknown method', `PETS /v1/pets HTTP/1.1\r\n${host}\r\n`],
    ['a method in lower case', `get /v1/pets HTTP/1.1\r\n${host}\r\n`],
    ['an unknown version', `GET /v1/pets HTTP/3.0\r\n${host}\r\n`],
    ['HTTP/2.0', `GET /health/live HTTP/2.0\r\n${host}\r\n`],
    ['HTTP/0.9', `GET /health/live HTTP/0.9\r\n${host}\r\n`],
    ['a space in the path', `GET /v1/ pets HTTP/1.1\r\n${host}\r\n`],
    ['a header without a colon', `GET /v1/pets HTTP/1.1\r\n${host}Authorization\r\n\r\n`],
    ['a space before the colon', `GET /v1/pets HTTP/1.1\r\n${host}Authorization : x\r\n\r\n`],
    ['a folded header', `GET /v1/pets HTTP/1.1\r\n${host}Authorization: Bearer\r\n x\r\n\r\n`],
    ['a NUL in a header', `GET /v1/pets HTTP/1.1\r\n${host}X: a\0b\r\n\r\n`],
    [
      'two different Content-Lengths',
      `POST /v1/pets HTTP/1.1\r\n${host}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    ],
    ['a Content-Length that is not a number', `POST /v1/pets HTTP/1.1\r\n${host}Content-Length: -2\r\n\r\n{}`],
    [
      'a length and chunks',
      `POST /v1/pets HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'an unknown transfer coding',
      `POST /v1/pets HTTP/1.1\r\n${host}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`,
    ],
    ['CONNECT', `CONNECT pets:443 HTTP/1.1\r\n${host}\r\n`],
  ])('get 400, and the server closes the connection: %s', async (_, bytes) => {
    const response = await sendAndCheck(app.port, Buffer.from(bytes, 'latin1'));
    expectError(response, 'malformed_request');
    expect(response.headers['connection']).toBe('close');
    expect(Number(response.headers['content-length'])).toBe(Buffer.byteLength(response.text));
  });

  it.each([
    ['a header of 20,000 bytes', `GET /v1/pets HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['4,000 header fields', `GET /v1/pets HTTP/1.1\r\n${host}${'X-Pet: Rex\r\n'.repeat(4_000)}\r\n`],
    ['a target of 20,000 bytes', `GET /v1/pets?${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`],
  ])('get 431, and the server closes the connection, if they have %s', async (_, bytes) => {
    const response = await sendAndCheck(app.port, bytes);
    expectError(response, 'headers_too_large');
    expect(response.headers['connection']).toBe('close');
  });
});

it('the server accepts 200 header fields, and responds with 431 to more', async () => {
  const send = (count: number, version = '1.1') =>
    sendAndCheck(
      app.port,
      `GET /health/live HTTP/${version}\r\n${host}${'X: 1\r\n'.repeat(count - 2)}Connection: close\r\n\r\n`,
    );
  expect((await send(200)).status).toBe(200);
  for (const count of [201, 202, 300, 1_000, 2_500]) {
    for (const version of ['1.0', '1.1']) {
      const response = await send(count, version);
      expect(expectError(response, 'headers_too_large')).toMatch(/at most 200 header fields, and 16384 bytes/);
    }
  }
});

it('the server responds to the earlier request before it reports garbage', async () => {
  const body = '{"name":"Rex","categoryId":7}';
  const headers = [host.trim(), `Authorization: Bearer ${app.key}`, 'Content-Type: application/json'];
  const received = await exchange(app.port, `${requestText('POST /v1/pets HTTP/1.1', headers, body)}garbage\r\n\r\n`);
  expect(received.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 201', 'HTTP/1.1 400']);
});

it('the server responds to several earlier requests before it reports garbage, however long they take', async () => {
  let calls = 0;
  jest.spyOn(app.pets, 'list').mockImplementation(async () => {
    calls += 1;
    // Returns only after the service has sent the response to the earlier request.
    if (calls > 1) await app.log.accessLogLineOf(`list-${calls - 1}`);
    return [];
  });
  const lists = [1, 2, 3].map((index) =>
    requestText('GET /v1/pets HTTP/1.1', [
      host.trim(),
      `Authorization: Bearer ${app.key}`,
      `X-Request-Id: list-${index}`,
    ]),
  );
  const received = await exchange(app.port, `${lists.join('')}garbage\r\n\r\n`);
  expect(received.match(/(?<=HTTP\/1\.1 )\d{3}/g)).toEqual(['200', '200', '200', '400']);
});

describe('a Transfer-Encoding header', () => {
  const chunks = '1d\r\n{"name":"Rex","categoryId":7}\r\n0\r\n\r\n';
  const post = (version: string, ...headers: string[]) => {
    const all = ['Host: pets', `Authorization: Bearer ${app.key}`, 'Content-Type: application/json', ...headers];
    return requestText(`POST /v1/pets HTTP/${version}`, all) + chunks;
  };

  it.each([
    ['gzip, chunked'],
    ['gzip,chunked'],
    ['identity, chunked'],
    ['chunked, chunked'],
    ['GZIP , Chunked'],
    ['gzip', 'chunked'],
  ])('gets 400, and the server closes the connection, if it is %s %s', async (...codings) => {
    const headers = codings.map((coding) => `Transfer-Encoding: ${coding}`);
    const lines = headers.map((header) => `${header}\r\n`).join('');
    for (const bytes of [
      post('1.1', ...headers),
      post('1.0', ...headers),
      `GET /docs HTTP/1.1\r\n${host}${lines}\r\n${chunks}`,
      `GET /nothing HTTP/1.1\r\n${host}${lines}\r\n${chunks}`,
      `POST /v1/pets HTTP/1.1\r\n${host}Expect: 100-continue\r\n${lines}\r\n`,
    ]) {
      const response = await sendAndCheck(app.port, bytes);
      expectError(response, 'malformed_request');
      expect(response.headers['connection']).toBe('close');
    }
  });

  it.each(['chunked', 'Chunked', 'CHUNKED'])('is accepted: %s', async (coding) => {
    const headers = [`Transfer-Encoding: ${coding}`, 'Connection: close'];
    expect((await sendAndCheck(app.port, post('1.1', ...headers))).status).toBe(201);
  });

  it('in HTTP/1.0 makes the server close the connection without executing the bytes that follow', async () => {
    const add = jest.spyOn(app.pets, 'add');
    const request = post('1.0', 'Connection: keep-alive', 'Transfer-Encoding: chunked');
    const received = await exchange(app.port, request + request);
    expect(received.match(/(?<=HTTP\/1\.1 )\d{3}/g)).toEqual(['201']);
    expect(received).toMatch(/^Connection: close\r$/m);
    expect(add).toHaveBeenCalledTimes(1);
  });
});

describe('the Host header', () => {
  it.each([
    ['is missing', 'GET /v1/pets HTTP/1.1', []],
    ['is missing for a path without authentication', 'GET /docs HTTP/1.1', []],
    ['is missing for an unknown path', 'GET /nothing HTTP/1.1', []],
    ['is repeated', 'GET /v1/pets HTTP/1.1', ['Host: pets', 'Host: pets']],
    ['is repeated in HTTP/1.0', 'GET /v1/pets HTTP/1.0', ['Host: pets', 'Host: cats']],
  ])('gets 400 if it %s', async (_, line, headers) => {
    const response = await sendAndCheck(app.port, requestText(line, headers));
    expect(expectError(response, 'malformed_request')).toBe('There must be exactly one Host header.');
    expect(response.headers['connection']).toBe('close');
  });

  it('is not needed in HTTP/1.0', async () => {
    const request = requestText('GET /v1/pets HTTP/1.0', [`Authorization: Bearer ${app.key}`]);
    expect((await sendAndCheck(app.port, request)).status).toBe(200);
  });
});

describe('an Expect header', () => {
  it.each(['tea', '200-ok', '100-continue, tea', 'tea; 100-continue'])('gets 417 if it is %s', async (expected) => {
    const lines = ['GET /v1/pets', 'POST /v1/pets', 'GET /nothing'];
    for (const line of lines) {
      const response = await sendAndCheck(
        app.port,
        requestText(`${line} HTTP/1.1`, ['Host: pets', `Expect: ${expected}`]),
      );
      expect(expectError(response, 'expectation_failed')).toBe('The only expectation that is met is 100-continue.');
      expect(response.headers['connection']).toBe('close');
    }
  });
});
