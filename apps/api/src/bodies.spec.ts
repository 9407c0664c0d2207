import { maxBodyBytes } from '@petstore/http/json/json-body.guard';
import { exchange, requestText } from '@petstore/testing/raw';
import { parseAndCheck, sendAndCheck } from './testing/document-check.ts';
import { expectError } from './testing/expect-error.ts';
import { useTestApp } from './testing/test-app.ts';

const app = useTestApp();

const body = '{"name":"Rex","categoryId":7}';
const json = 'Content-Type: application/json';
const post = () => app.client.post('/v1/pets');

/** Returns a NewPet of this number of bytes, which has a member that the service ignores. */
const padded = (length: number) => {
  const start = `${body.slice(0, -1)},"x":"`;
  return `${start.padEnd(length - 2, 'x')}"}`;
};

/** Sends a head with a key and a Content-Type, and then the bytes of the body, over a raw socket. */
function postRaw(headers: readonly string[], bytes: string | Buffer) {
  const lines = ['Host: pets', 'Connection: close', app.withKey, json, ...headers];
  const head = requestText('POST /v1/pets HTTP/1.1', lines);
  return sendAndCheck(app.port, Buffer.concat([Buffer.from(head), Buffer.from(bytes)]));
}

/** Formats the text as two chunks and the last chunk. */
function chunks(text: string): string {
  const halves = [text.slice(0, text.length / 2), text.slice(text.length / 2), ''];
  return halves.map((half) => `${half.length.toString(16)}\r\n${half}\r\n`).join('');
}

describe('the Content-Type of a body', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset="UTF-8"',
    'application/json; profile="pets"; charset=utf-8',
  ])('is accepted: %s', async (type) => {
    expect((await post().set('Content-Type', type).send(body)).status).toBe(201);
  });

  /** A client may send its key in the wrong header. */
  const misplacedKey = `pets_${'0'.repeat(49)}`;
  it.each([
    ['', 'Content-Type ""'],
    ['text/plain', 'Content-Type "text/plain"'],
    ['application/problem+json', 'Content-Type "application/problem+json"'],
    ['application/json, text/plain', 'Content-Type "application/json, text/plain"'],
    ['application/json; charset=utf8', 'Content-Type "application/json", charset "utf8"'],
    ['application/json; charset=utf-16', 'Content-Type "application/json", charset "utf-16"'],
    ['application/json; charset=latin1; charset=utf-8', 'Content-Type "application/json", charset "latin1"'],
    ['multipart/form-data; boundary=x', 'Content-Type "multipart/form-data"'],
    ['"<script>\\', String.raw`Content-Type "\"<script>\\"`],
    ['text/\x9b31m\t\xe9', String.raw`Content-Type "text/\u009b31m\té"`],
    [`text/${'a-'.repeat(500)}`, `Content-Type "text/${'a-'.repeat(37)}a…"`],
    [misplacedKey, 'Content-Type "…"'],
    [`text/plain; charset=${misplacedKey}`, 'Content-Type "text/plain", charset "…"'],
  ])('is rejected: "%s"', async (type, received) => {
    const lines = ['Host: pets', 'Connection: close', app.withKey, `Content-Type: ${type}`];
    const bytes = Buffer.from(requestText('POST /v1/pets HTTP/1.1', lines, body), 'latin1');
    const response = await sendAndCheck(app.port, bytes);
    expect(expectError(response, 'unsupported_media_type')).toBe(
      `The body must be application/json, its charset utf-8 or absent, without a Content-Encoding. Received: ${received}.`,
    );
  });

  it('is required', async () => {
    for (const sent of [body, undefined]) {
      const response = await app.send('POST /v1/pets', { body: sent });
      expect(expectError(response, 'unsupported_media_type')).toMatch(/Received: no Content-Type\.$/);
    }
  });

  it.each(['gzip', 'identity', ''])('does not allow a Content-Encoding: "%s"', async (encoding) => {
    const response = await postRaw([`Content-Encoding: ${encoding}`, `Content-Length: ${body.length}`], body);
    const message = expectError(response, 'unsupported_media_type');
    expect(message).toContain(`Received: Content-Type "application/json", Content-Encoding "${encoding}".`);
  });
});

describe('the size of a body', () => {
  it('may be 102,400 bytes', async () => {
    expect(maxBodyBytes).toBe(102_400);
    const largest = padded(maxBodyBytes);
    expect((await post().type('json').send(largest)).status).toBe(201);
    expect((await postRaw(['Transfer-Encoding: chunked'], chunks(largest))).status).toBe(201);
  });

  it('must not be 102,401 bytes, with or without Content-Length', async () => {
    const tooLarge = padded(maxBodyBytes + 1);
    const responses = [
      await post().type('json').send(tooLarge),
      await postRaw(['Transfer-Encoding: chunked'], chunks(tooLarge)),
      // 25,602 characters, but 102,402 bytes.
      await post()
        .type('json')
        .send(`"${'\u{1f408}'.repeat(maxBodyBytes / 4)}"`),
    ];
    for (const response of responses) {
      expect(expectError(response, 'payload_too_large')).toBe('The body must be at most 102400 bytes.');
    }
  });

  it('includes chunk extensions', async () => {
    const response = await postRaw(['Transfer-Encoding: chunked'], `1;${'x'.repeat(20_000)}\r\n{\r\n0\r\n\r\n`);
    expectError(response, 'payload_too_large');
    expect(response.headers['connection']).toBe('close');
  });
});

describe('a body that is not JSON', () => {
  it.each([
    ['empty', '', /^The body is empty; /],
    ['only white space', ' \r\n', /^The body is not JSON: /],
    ['truncated', '{"name":"Rex",', /^The body is not JSON: /],
    ['two values', `${body}${body}`, /^The body is not JSON: /],
    ['a form', 'name=Rex&categoryId=7', /^The body is not JSON: /],
    ['a syntax error beside a number that JSON.parse may round', '{"categoryId":7.0,}', /^The body is not JSON: /],
    ['50,000 nested arrays', '['.repeat(50_000), /^The body is not JSON: nested deeper/],
    ['a byte-order mark', `\ufeff${body}`, /^The body begins with a byte-order mark/],
    ['Latin-1 in a name', Buffer.from('{"name":"Zo\xeb","categoryId":7}', 'latin1'), /^The body is not UTF-8/],
    ['an encoded surrogate', Buffer.from('{"name":"\xed\xa0\x80","categoryId":7}', 'latin1'), /^The body is not UTF-8/],
    ['UTF-16 with a byte-order mark', Buffer.from(`\ufeff${body}`, 'utf16le'), /^The body is not UTF-8/],
    ['UTF-16 without a byte-order mark', Buffer.from(body, 'utf16le'), /^The body is not JSON: /],
  ])('is rejected: %s', async (_, bytes, message) => {
    const response = await postRaw([`Content-Length: ${Buffer.byteLength(bytes)}`], bytes);
    expect(expectError(response, 'malformed_json')).toMatch(message);
  });

  it('is rejected if it is empty, with chunks and without Content-Length', async () => {
    expectError(await postRaw(['Transfer-Encoding: chunked'], '0\r\n\r\n'), 'malformed_json');
    expectError(await postRaw([], ''), 'malformed_json');
  });
});

it('a body whose second chunk is malformed gets 400, the connection is closed, and nothing is created', async () => {
  const add = jest.spyOn(app.pets, 'add');
  const firstChunk = `${body.length.toString(16)}\r\n${body}\r\n`;
  const response = await postRaw(['Transfer-Encoding: chunked'], `${firstChunk}zz\r\n`);
  expectError(response, 'malformed_request');
  expect(response.headers['connection']).toBe('close');
  expect(add).not.toHaveBeenCalled();
  const id = response.headers['x-request-id'];
  expect(await app.log.accessLogLineOf(id)).toMatchObject({ status: 400, code: 'malformed_request' });
  expect(app.log.lines.filter(({ requestId }) => requestId === id)).toHaveLength(1);
  expect((await postRaw(['Transfer-Encoding: chunked'], `${firstChunk}0\r\n\r\n`)).status).toBe(201);
});

// The tests send no body. A service that waited for the body would never respond.
describe('a body that the service does not read does not delay the response', () => {
  it.each([
    ['to a request without a key', 'POST /v1/pets', 'missing_api_key'],
    ['to a request with an unknown path', 'POST /nothing', 'route_not_found'],
    ['to a request with a wrong method', 'PUT /v1/pets', 'method_not_allowed'],
  ])('%s', async (_, line, code) => {
    const headers = [json, 'Content-Length: 1000000000000'];
    expectError(await app.send(line, { key: null, headers }), code);
  });

  it('to a request of an operation that takes no body', async () => {
    const headers = ['Content-Length: 1000000000000'];
    expect((await app.send('GET /v1/pets', { headers })).status).toBe(200);
  });
});

describe('Expect: 100-continue', () => {
  const continueHead = 'HTTP/1.1 100 Continue\r\n\r\n';
  const head = (...headers: string[]) =>
    requestText('POST /v1/pets HTTP/1.1', ['Host: pets', 'Expect: 100-continue', ...headers]);

  it.each([
    ['there is no key', 'missing_api_key', () => [json]],
    ['the key is invalid', 'invalid_api_key', () => [json, 'Authorization: Bearer pets_1']],
    ['the body is too large', 'payload_too_large', () => [json, app.withKey]],
    ['the Content-Type is not JSON', 'unsupported_media_type', () => ['Content-Type: text/plain', app.withKey]],
  ] as const)('gets the error without 100, and the connection is closed, if %s', async (_, code, headers) => {
    const received = await exchange(app.port, head('Content-Length: 1000000000000', ...headers()));
    expect(received).not.toContain('100 Continue');
    const response = parseAndCheck(received);
    expectError(response, code);
    expect(response.headers['connection']).toBe('close');
  });

  it('gets 100 Continue if the body is accepted, and the connection stays open', async () => {
    const next = requestText('OPTIONS /v1/pets HTTP/1.1', ['Host: pets', 'Connection: close']);
    const received = await exchange(app.port, head(json, `Content-Length: ${body.length}`, app.withKey), body, next);
    expect(received.match(/HTTP\/1\.1 \d{3}/g)).toStrictEqual(['HTTP/1.1 100', 'HTTP/1.1 201', 'HTTP/1.1 204']);
  });

  it('gets 100 and then the error of an invalid body', async () => {
    const received = await exchange(app.port, head('Connection: close', json, 'Content-Length: 2', app.withKey), '{}');
    expect(received.startsWith(continueHead)).toBe(true);
    expectError(parseAndCheck(received.slice(continueHead.length)), 'invalid_body');
  });

  it('is ignored in HTTP/1.0', async () => {
    const bytes = requestText('POST /v1/pets HTTP/1.0', ['Expect: 100-continue', json, app.withKey], body);
    expect((await sendAndCheck(app.port, bytes)).status).toBe(201);
  });

  it('gets no 100 from operations without a body', async () => {
    const headers = ['Host: pets', 'Expect: 100-continue', app.withKey];
    expect(parseAndCheck(await exchange(app.port, requestText('GET /v1/pets HTTP/1.1', headers))).status).toBe(200);
  });
});
