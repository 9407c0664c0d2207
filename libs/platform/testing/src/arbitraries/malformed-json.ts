import fc, { type Arbitrary } from 'fast-check';
import type { JsonText } from './json.ts';

/** Hexadecimal bytes that are not UTF-8: unexpected or missing continuation bytes, overlong forms, a surrogate. */
const invalidUtf8 = ['ff', 'fe', '80', 'c3', 'c080', 'e282', 'eda080', 'f8888080', 'f4908080'];

/** Generates bytes that are not a JSON text in UTF-8, each with one error. */
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
