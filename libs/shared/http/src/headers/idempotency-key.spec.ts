import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { IdempotencyKey } from '@petstore/kernel';
import { idempotencyKeyPattern, readIdempotencyKey } from './idempotency-key.ts';

const owner = 'key_1';

/** Reads the key of a request with these values of `Idempotency-Key`, each in its own header field. */
function read(...headers: string[]) {
  const request = new IncomingMessage(new Socket());
  request.rawHeaders = headers.flatMap((value) => ['Idempotency-Key', value]);
  return readIdempotencyKey(request, owner);
}

const matchesPattern = (header: string) => new RegExp(idempotencyKeyPattern, 'u').test(header);

it('returns undefined without the header', () => {
  expect(read()).toBeUndefined();
});

it.each([
  ['a character', 'a', 'a'],
  ['a UUID', '8e03978e-40d5-43e8-bc93-6894a57f9324', '8e03978e-40d5-43e8-bc93-6894a57f9324'],
  ['a quoted UUID', '"8e03978e-40d5-43e8-bc93-6894a57f9324"', '8e03978e-40d5-43e8-bc93-6894a57f9324'],
  ['quotation marks inside', 'a"b"', 'a"b"'],
  ['a backslash', 'a\\b', 'a\\b'],
  ['an unquoted backslash and quotation mark', '\\"', '\\"'],
  ['an escaped quotation mark', '"a\\"b"', 'a"b'],
  ['an escaped backslash', '"a\\\\b"', 'a\\b'],
  ['two escapes', '"\\\\\\""', '\\"'],
  ['a comma', 'a,b', 'a,b'],
  ['a semicolon', 'a;b=c', 'a;b=c'],
  ['the first and the last visible ASCII character', '!~', '!~'],
  ['255 characters', 'x'.repeat(255), 'x'.repeat(255)],
  ['255 characters, quoted', `"${'x'.repeat(255)}"`, 'x'.repeat(255)],
  ['255 characters, escaped', `"${'\\"'.repeat(255)}"`, '"'.repeat(255)],
])('reads %s as a key of the owner', (_, header, text) => {
  expect(read(header)).toMatchObject({ text, owner });
  expect(matchesPattern(header)).toBe(true);
});

it.each([
  ['an empty value', ''],
  ['an empty quoted string', '""'],
  ['a single quotation mark', '"'],
  ['no closing quotation mark', '"a'],
  ['an escaped closing quotation mark', '"a\\"'],
  ['text after the closing quotation mark', '"a"b'],
  ['parameters', '"a";b=c'],
  ['a quotation mark inside a quoted string', '"a"b"'],
  ['an invalid escape', '"a\\b"'],
  ['a list', '"a", "b"'],
  ['a space', 'a b'],
  ['a space in quotation marks', '"a b"'],
  ['a tab', 'a\tb'],
  ['the character after the last visible one', 'a\u007f'],
  ['a byte outside ASCII', 'cl\u00e9'],
  ['256 characters', 'x'.repeat(256)],
  ['256 characters in quotation marks', `"${'x'.repeat(256)}"`],
  ['256 escaped characters', `"${'\\\\'.repeat(256)}"`],
])('rejects %s', (_, header) => {
  expect(() => read(header)).toThrow(
    expect.objectContaining({
      code: 'invalid_parameter',
      message: 'Idempotency-Key must be 1 to 255 visible ASCII characters, bare or as a quoted string, sent once.',
    }),
  );
  expect(matchesPattern(header)).toBe(false);
});

it.each([
  ['the same value twice', 'a', 'a'],
  ['an empty value first', '', 'a'],
  ['an empty value last', 'a', ''],
])('rejects more than one header: %s', (_, first, second) => {
  expect(() => read(first, second)).toThrow(expect.objectContaining({ code: 'invalid_parameter' }));
});

it('passes on an error that is not about the value', () => {
  const failure = new TypeError('broken');
  jest.spyOn(IdempotencyKey, 'of').mockImplementation(() => {
    throw failure;
  });
  expect(() => read('a')).toThrow(failure);
});
