import { largestBody } from '@petstore/http/request/request-body';
import { requestText } from '@petstore/testing/raw';
import { ask } from '../testing/document-check.ts';
import { expectError } from '../testing/expect-error.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

const body = '{"name":"Rex","categoryId":7}';
const post = () => app.client.post('/v1/pets');

/** A NewPet of so many bytes: what the contract does not name is ignored. */
const padded = (length: number) => `${body.slice(0, -1)},"x":"${'x'.repeat(length - body.length - 7)}"}`;

/** By socket: the head, with a key and a type, and then whatever stands for the body. */
function postRaw(headers: readonly string[], bytes: string | Buffer) {
  const credential = `Authorization: Bearer ${app.key}`;
  const type = 'Content-Type: application/json';
  const head = requestText('POST /v1/pets HTTP/1.1', ['Host: pets', 'Connection: close', credential, type, ...headers]);
  return ask(app.port, Buffer.concat([Buffer.from(head), Buffer.from(bytes)]));
}

describe('the type of a body', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json; profile="pets"; charset=utf-8',
    'application/json;',
  ])('may be %s', async (type) => {
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
  ])('is refused as "%s"', async (type) => {
    const answer = await post().set('Content-Type', type).serialize(String).send(body);
    expectError(answer, 'unsupported_media_type');
  });

  it('is refused when nothing is said of it', async () => {
    const lines = ['Host: pets', 'Connection: close', `Authorization: Bearer ${app.key}`];
    expectError(await ask(app.port, requestText('POST /v1/pets HTTP/1.1', lines, body)), 'unsupported_media_type');
    expectError(await ask(app.port, requestText('POST /v1/pets HTTP/1.1', lines)), 'unsupported_media_type');
  });

  it.each(['gzip', 'identity', 'br', ''])('is refused with the Content-Encoding "%s"', async (encoding) => {
    const answer = await postRaw([`Content-Encoding: ${encoding}`, `Content-Length: ${body.length}`], body);
    expectError(answer, 'unsupported_media_type');
  });
});

describe('the size of a body', () => {
  it('may be 102,400 bytes', async () => {
    expect(largestBody).toBe(102_400);
    const largest = padded(largestBody);
    expect(Buffer.byteLength(largest)).toBe(largestBody);
    expect((await post().type('json').send(largest)).status).toBe(201);
    expect((await postRaw(['Transfer-Encoding: chunked'], chunks(largest))).status).toBe(201);
  });

  it('may not be a byte more, whether it is told before or not', async () => {
    const tooLarge = padded(largestBody + 1);
    const answers = [
      await post().type('json').send(tooLarge),
      await postRaw(['Transfer-Encoding: chunked'], chunks(tooLarge)),
    ];
    for (const answer of answers) {
      expect(expectError(answer, 'payload_too_large')).toBe('The body must be at most 102400 bytes.');
    }
  });

  it('counts bytes, not characters', async () => {
    const text = JSON.stringify({ name: 'Rex', categoryId: 7, x: '\u{1f408}'.repeat(largestBody / 4) });
    expectError(await post().type('json').send(text), 'payload_too_large');
  });

  it('is refused before a byte of it has come', async () => {
    expectError(await postRaw(['Content-Length: 1000000000000'], ''), 'payload_too_large');
  });

  it('does not hide in the extensions of chunks', async () => {
    const answer = await postRaw(['Transfer-Encoding: chunked'], `1;${'x'.repeat(20_000)}\r\n{\r\n0\r\n\r\n`);
    expectError(answer, 'payload_too_large');
    expect(answer.headers['connection']).toBe('close');
  });
});

describe('a body that is no JSON', () => {
  it.each([
    ['empty', '', /^The body is empty; /],
    ['white space', ' \r\n', /^The body is not JSON: /],
    ['cut', '{"name":"Rex",', /^The body is not JSON: /],
    ['two values', `${body}${body}`, /^The body is not JSON: /],
    ['not quoted', "{name:'Rex'}", /^The body is not JSON: /],
    ['a form', 'name=Rex&categoryId=7', /^The body is not JSON: /],
    ['wrong beside a number that may be rounded', '{"categoryId":7.0,}', /^The body is not JSON: /],
    ['nested without end', '['.repeat(50_000), /^The body is not JSON: nested deeper/],
    ['begun with a byte-order mark', `\ufeff${body}`, /^The body begins with a byte-order mark/],
    ['no UTF-8 in a name', Buffer.from('{"name":"Zo\xeb","categoryId":7}', 'latin1'), /^The body is not UTF-8/],
    ['a surrogate as bytes', Buffer.from('{"name":"\xed\xa0\x80","categoryId":7}', 'latin1'), /^The body is not UTF-8/],
    ['overlong UTF-8', Buffer.from('{"name":"\xc0\x80","categoryId":7}', 'latin1'), /^The body is not UTF-8/],
    ['UTF-16 with its mark', Buffer.from(`\ufeff${body}`, 'utf16le'), /^The body is not UTF-8/],
    ['UTF-16 without', Buffer.from(body, 'utf16le'), /^The body is not JSON: /],
  ])('is refused when it is %s', async (_, bytes, message) => {
    const answer = await postRaw([`Content-Length: ${Buffer.byteLength(bytes)}`], bytes);
    expect(expectError(answer, 'malformed_json')).toMatch(message);
  });

  it('is refused when it is empty and comes in chunks, or without a length', async () => {
    expectError(await postRaw(['Transfer-Encoding: chunked'], '0\r\n\r\n'), 'malformed_json');
    expectError(await postRaw([], ''), 'malformed_json');
  });
});

describe('a body that breaks off', () => {
  it('is answered 400 when its chunks cannot be read', async () => {
    const answer = await postRaw(['Transfer-Encoding: chunked'], 'zz\r\n');
    expectError(answer, 'malformed_request');
    expect(answer.headers['connection']).toBe('close');
  });

  it('creates nothing', async () => {
    const add = jest.spyOn(app.pets, 'add');
    const begun = `${body.length.toString(16)}\r\n${body}\r\n`;
    expectError(await postRaw(['Transfer-Encoding: chunked'], `${begun}zz\r\n`), 'malformed_request');
    expect(add).not.toHaveBeenCalled();
    expect((await postRaw(['Transfer-Encoding: chunked'], `${begun}0\r\n\r\n`)).status).toBe(201);
    expect(add).toHaveBeenCalledTimes(1);
  });
});

function chunks(text: string): string {
  const halves = [text.slice(0, text.length / 2), text.slice(text.length / 2), ''];
  return halves.map((half) => `${half.length.toString(16)}\r\n${half}\r\n`).join('');
}
