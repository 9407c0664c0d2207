import { Socket } from 'node:net';
import type { Caller } from '@petstore/http/context/caller';
import { HttpRequest } from '@petstore/http/context/request-context';
import { idempotencyKeyOf, idempotencyKeyPattern } from './idempotency-key.ts';

const caller: Caller = { id: 'key_1', confirm: () => undefined };

function keyOf(...headers: string[]) {
  const request = new HttpRequest(new Socket());
  const headersDistinct = headers.length > 0 ? { 'idempotency-key': headers } : {};
  request.context.caller = caller;
  return idempotencyKeyOf(Object.assign(request, { headersDistinct }));
}

const isDescribed = (header: string) => new RegExp(idempotencyKeyPattern, 'u').test(header);

it('is nothing when nothing was sent', () => {
  expect(keyOf()).toBeUndefined();
});

it.each([
  ['a character', 'a', 'a'],
  ['a UUID', '8e03978e-40d5-43e8-bc93-6894a57f9324', '8e03978e-40d5-43e8-bc93-6894a57f9324'],
  ['a quoted UUID', '"8e03978e-40d5-43e8-bc93-6894a57f9324"', '8e03978e-40d5-43e8-bc93-6894a57f9324'],
  ['quotation marks within', 'a"b"', 'a"b"'],
  ['a backslash', 'a\\b', 'a\\b'],
  ['what is no escape when it is bare', '\\"', '\\"'],
  ['an escaped quotation mark', '"a\\"b"', 'a"b'],
  ['an escaped backslash', '"a\\\\b"', 'a\\b'],
  ['one escape after the other', '"\\\\\\""', '\\"'],
  ['a comma', 'a,b', 'a,b'],
  ['a semicolon', 'a;b=c', 'a;b=c'],
  ['the first and the last of visible ASCII', '!~', '!~'],
  ['255 characters', 'x'.repeat(255), 'x'.repeat(255)],
  ['255 characters, quoted', `"${'x'.repeat(255)}"`, 'x'.repeat(255)],
  ['255 characters, escaped', `"${'\\"'.repeat(255)}"`, '"'.repeat(255)],
])('reads %s as the key of the one who sent it', (_, header, text) => {
  expect(keyOf(header)).toMatchObject({ text, owner: caller.id });
  expect(isDescribed(header)).toBe(true);
});

it.each([
  ['nothing', ''],
  ['nothing in quotation marks', '""'],
  ['half a quotation mark', '"'],
  ['no end', '"a'],
  ['an end that is escaped', '"a\\"'],
  ['something behind the end', '"a"b'],
  ['parameters', '"a";b=c'],
  ['a quotation mark within', '"a"b"'],
  ['a backslash before something else', '"a\\b"'],
  ['a list', '"a", "b"'],
  ['a space', 'a b'],
  ['a space in quotation marks', '"a b"'],
  ['a tab', 'a\tb'],
  ['a byte beyond ASCII', 'cl\u00e9'],
  ['256 characters', 'x'.repeat(256)],
  ['256 characters in quotation marks', `"${'x'.repeat(256)}"`],
  ['256 escaped characters', `"${'\\\\'.repeat(256)}"`],
])('refuses %s', (_, header) => {
  expect(() => keyOf(header)).toThrow(
    expect.objectContaining({
      code: 'invalid_parameter',
      message: 'Idempotency-Key must be 1 to 255 visible ASCII characters, bare or as a quoted string, sent once.',
    }),
  );
  expect(isDescribed(header)).toBe(false);
});

it.each([
  ['the same twice', 'a', 'a'],
  ['an empty one first', '', 'a'],
  ['an empty one last', 'a', ''],
])('refuses more than one header: %s', (_, first, second) => {
  expect(() => keyOf(first, second)).toThrow(expect.objectContaining({ code: 'invalid_parameter' }));
});
