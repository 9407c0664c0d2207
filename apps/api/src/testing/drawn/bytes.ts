import fc, { type Arbitrary } from 'fast-check';
import { document } from '../document-watch.ts';
import type { Sent } from './json.ts';

/** As the document tells it, in words: no schema can. */
export const largestBody = Number(/at most (\d+) bytes/.exec(JSON.stringify(document))?.[1]);

/** No UTF-8: bytes that never begin a character, that go on without having begun, cut, overlong, a surrogate. */
const noUtf8 = ['ff', 'fe', '80', 'c3', 'c080', 'e282', 'eda080', 'f8888080', 'f4908080'];

/** Bytes that are no JSON text in UTF-8, for one reason. */
export function brokenBytes(valid: Arbitrary<Sent>): Arbitrary<Buffer> {
  return fc
    .tuple(valid, fc.nat())
    .chain(([{ text }, at]) => {
      const object = text.trim();
      const quote = object.indexOf('"') + 1;
      const within = (hex: string) => [object.slice(0, quote), Buffer.from(hex, 'hex'), object.slice(quote)];
      return fc.oneof(
        fc.constant([object.slice(0, at % object.length)]),
        fc.constantFrom('}', ',', '{}', 'x', '\u0000').map((more) => [object, more]),
        fc.constantFrom('\ufeff', ',', '\u00a0', '+').map((before) => [before, object]),
        fc.constantFrom(...noUtf8).map(within),
      );
    })
    .map((parts) => Buffer.concat(parts.map((part) => Buffer.from(part as string))));
}
