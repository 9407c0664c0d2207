import fc, { type Arbitrary } from 'fast-check';
import type { JsonText } from './json.ts';

/**
 * Hexadecimal bytes that are not UTF-8: bytes that never occur, unexpected or missing continuation bytes, overlong forms, a
 * surrogate, a code point above U+10FFFF.
 */
const invalidUtf8 = ['ff', 'fe', '80', 'c3', 'c080', 'e282', 'eda080', 'f8888080', 'f4908080'];

/**
 * Generates bytes that the service rejects as malformed JSON. Each has one error: the object is cut off, text follows it, text or
 * a byte-order mark precedes it, or a string contains bytes that are not UTF-8.
 */
export function malformedJson(valid: Arbitrary<JsonText>): Arbitrary<Buffer> {
  return fc
    .tuple(valid, fc.nat())
    .chain(([{ text }, at]) => {
      const object = text.trim();
      const quote = object.indexOf('"') + 1;
      const insert = (hex: string) => [object.slice(0, quote), Buffer.from(hex, 'hex'), object.slice(quote)];
      return fc.oneof(
        fc.constant([object.slice(0, at % object.length)]),
        fc.constantFrom('}', ',', '{}', 'x', '\u0000').map((more) => [object, more]),
        fc.constantFrom('\ufeff', ',', '\u00a0', '+').map((before) => [before, object]),
        fc.constantFrom(...invalidUtf8).map(insert),
      );
    })
    .map((parts) => Buffer.concat(parts.map((part) => Buffer.from(part as string))));
}
