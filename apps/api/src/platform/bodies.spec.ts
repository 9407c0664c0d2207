import { maxBodyBytes } from '@petstore/http/nest/json-body';
import { requestText } from '@petstore/testing/raw';
import { sendAndCheck } from '../testing/document-check.ts';
import { expectError } from '../testing/expect-error.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

const body = '{"name":"Rex","categoryId":7}';
const post = () => app.client.post('/v1/pets');

/** Returns a NewPet of this number of bytes, which has a member that the service ignores. */
const padded = (length: number) => {
  const start = `${body.slice(0, -1)},"x":"`;
  return `${start.padEnd(length - 2, 'x')}"}`;
};

/** Sends a head with a key and a Content-Type, and then the bytes of the body, over a raw socket. */
function postRaw(headers: readonly string[], bytes: string | Buffer, key = app.key) {
  const credential = `Authorization: Bearer ${key}`;
  const type = 'Content-Type: application/json';
  const head = requestText('POST /v1/pets HTTP/1.1', ['Host: pets', 'Connection: close', credential, type, ...headers]);
  return sendAndCheck(app.port, Buffer.concat([Buffer.from(head), Buffer.from(bytes)]));
}

describe('the Content-Type of a body', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json; profile="pets"; charset=utf-8',
    'application/json;',
  ])('is accepted: %s', async (type) => {
    expect((await post().set('Content-Type', type).send(body)).status).toBe(201);
  });

  it.each([
    '',
    'json',
    'text/json',
    'text/plain',
    'application/*',
    'application/json5',
    'application/problem+json',
    'application/json, text/plain',
    'application/json text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf8',
    'application/json; charset=utf-16',
    'application/json; charset=iso-8859-1',
    'application/json; charset=',
    'application/json; charset=latin1; charset=utf-8',
  ])('is rejected: "%s"', async (type) => {
    const response = await post().set('Content-Type', type).serialize(String).send(body);
    expectError(response, 'unsupported_media_type');
  });

  it('is required', async () => {
    const lines = ['Host: pets', 'Connection: close', `Authorization: Bearer ${app.key}`];
    expectError(
      await sendAndCheck(app.port, requestText('POST /v1/pets HTTP/1.1', lines, body)),
      'unsupported_media_type',
    );
    expectError(await sendAndCheck(app.port, requestText('POST /v1/pets HTTP/1.1', lines)), 'unsupported_media_type');
  });

  it.each(['gzip', 'identity', 'br', ''])('does not allow a Content-Encoding: "%s"', async (encoding) => {
    const response = await postRaw([`Content-Encoding: ${encoding}`, `Content-Length: ${body.length}`], body);
    expectError(response, 'unsupported_media_type');
  });
});

describe('the size of a body', () => {
  it('may be 102,400 bytes', async () => {
    expect(maxBodyBytes).toBe(102_400);
    const largest = padded(maxBodyBytes);
    expect(Buffer.byteLength(largest)).toBe(maxBodyBytes);
    expect((await post().type('json').send(largest)).status).toBe(201);
    expect((await postRaw(['Transfer-Encoding: chunked'], chunks(largest))).status).toBe(201);
  });

  it('must not be 102,401 bytes, with or without Content-Length', async () => {
    const tooLarge = padded(maxBodyBytes + 1);
    const responses = [
      await post().type('json').send(tooLarge),
      await postRaw(['Transfer-Encoding: chunked'], chunks(tooLarge)),
    ];
    for (const response of responses) {
      expect(expectError(response, 'payload_too_large')).toBe('The body must be at most 102400 bytes.');
    }
  });

  it('must not be more than 256 chunks, and 401 takes precedence', async () => {
    const tooMany = '1\r\na\r\n'.repeat(257);
    const response = await postRaw(['Transfer-Encoding: chunked'], tooMany);
    expect(expectError(response, 'payload_too_large')).toBe('The body may have at most 256 chunks.');
    expectError(await postRaw(['Transfer-Encoding: chunked'], tooMany, 'unknown'), 'invalid_api_key');
  });

  it('is counted in bytes, not characters', async () => {
    const text = JSON.stringify({ name: 'Rex', categoryId: 7, x: '\u{1f408}'.repeat(maxBodyBytes / 4) });
    expectError(await post().type('json').send(text), 'payload_too_large');
  });

  it('is checked in Content-Length before the first byte of the body arrives', async () => {
    expectError(await postRaw(['Content-Length: 1000000000000'], ''), 'payload_too_large');
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
    ['member names without quotation marks', "{name:'Rex'}", /^The body is not JSON: /],
    ['a form', 'name=Rex&categoryId=7', /^The body is not JSON: /],
    ['a syntax error beside a number that JSON.parse may round', '{"categoryId":7.0,}', /^The body is not JSON: /],
    ['50,000 nested arrays', '['.repeat(50_000), /^The body is not JSON: nested deeper/],
    ['a byte-order mark', `\ufeff${body}`, /^The body begins with a byte-order mark/],
    ['Latin-1 in a name', Buffer.from('{"name":"Zo\xeb","categoryId":7}', 'latin1'), /^The body is not UTF-8/],
    ['an encoded surrogate', Buffer.from('{"name":"\xed\xa0\x80","categoryId":7}', 'latin1'), /^The body is not UTF-8/],
    ['overlong UTF-8', Buffer.from('{"name":"\xc0\x80","categoryId":7}', 'latin1'), /^The body is not UTF-8/],
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

describe('an incomplete body', () => {
  it('gets 400 if its chunks cannot be parsed', async () => {
    const response = await postRaw(['Transfer-Encoding: chunked'], 'zz\r\n');
    expectError(response, 'malformed_request');
    expect(response.headers['connection']).toBe('close');
  });

  it('creates nothing', async () => {
    const add = jest.spyOn(app.pets, 'add');
    const firstChunk = `${body.length.toString(16)}\r\n${body}\r\n`;
    expectError(await postRaw(['Transfer-Encoding: chunked'], `${firstChunk}zz\r\n`), 'malformed_request');
    expect(add).not.toHaveBeenCalled();
    expect((await postRaw(['Transfer-Encoding: chunked'], `${firstChunk}0\r\n\r\n`)).status).toBe(201);
    expect(add).toHaveBeenCalledTimes(1);
  });
});

/** Formats the text as two chunks and the last chunk. */
function chunks(text: string): string {
  const halves = [text.slice(0, text.length / 2), text.slice(text.length / 2), ''];
  return halves.map((half) => `${half.length.toString(16)}\r\n${half}\r\n`).join('');
}
