import fc, { type Arbitrary } from 'fast-check';
import type { Schema } from '@petstore/contract';

/** Characters that have broken something somewhere: drawn as often as all the others together. */
const awkward = [
  ...'\u0001\u0009\u000a\u000d\u001b\u007f\u0085', // controls
  ...' \u00a0\u2003\u3000\ufeff', // white space, a byte-order mark among it
  ...'"\\/\'`$%&<>{}[];:,\u2028\u2029', // what some language or other takes for its own
  ...'\u0301\u0308\u20dd\u{e0100}', // combining, and a variation
  ...'\u200d\u200e\u200f\u202a\u202e\u2066\u2069', // joiners and directions
  ...'\u00df\u0130\u0131\u01c5\ufb01\u1e9e', // of which the case is not simple
  ...'\ud7ff\ue000\ufdd0\ufffd\ufffe\uffff', // around the surrogates, and no characters at all
  ...'\u{10000}\u{1f408}\u{1f3fd}\u{1f1e9}\u{20000}\u{1fffe}\u{10ffff}', // beyond the BMP
];

/** Any code point of Unicode but the surrogates, which are none. */
const codePoint = fc.oneof(
  fc.constantFrom(...awkward),
  fc.integer({ min: 0, max: 0xd7ff }).map((code) => String.fromCodePoint(code)),
  fc.integer({ min: 0xe000, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
);

/** So many code points. */
function text(bounds: { minLength?: number; maxLength?: number; size?: 'max' }): Arbitrary<string> {
  return fc.array(codePoint, bounds).map((characters) => characters.join(''));
}

export const anyText = text({});

const textOf = (length: number) => text({ minLength: length, maxLength: length, size: 'max' });

/** Text that the schema allows, its bounds among it. */
export function textFor(schema: Schema): Arbitrary<string> {
  const { minLength = 0, maxLength = minLength + 50, pattern = '' } = schema;
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const within = text({ minLength, maxLength: Math.min(maxLength, minLength + 50) });
  const length = fc.oneof({ weight: 6, arbitrary: within }, textOf(minLength), textOf(maxLength));
  return length.filter((text) => new RegExp(pattern, 'u').test(text));
}

/** Text that breaks the schema in one known way, and the way. */
export function textAgainst(schema: Schema): [fault: string, text: Arbitrary<string>][] {
  const { minLength = 0, maxLength, pattern } = schema;
  if (schema.enum) {
    const wrongCase = fc.constantFrom(...schema.enum).map((value) => value.toUpperCase());
    const other = fc.oneof(wrongCase, fc.constant(''), anyText);
    return [['out of enum', other.filter((text) => !schema.enum?.includes(text))]];
  }
  const faults: [string, Arbitrary<string>][] = [];
  if (minLength > 0) faults.push(['too short', fc.nat({ max: minLength - 1 }).chain(textOf)]);
  if (maxLength !== undefined) {
    const past = fc.oneof(fc.constant(maxLength + 1), fc.integer({ min: maxLength + 1, max: 2 * maxLength }));
    faults.push(['too long', past.chain(textOf)]);
  }
  if (pattern !== undefined) {
    // Whatever the pattern is, text of few different characters is what is likely to break it.
    const few = fc.constantFrom(...' \t\n\u0000\u00a0\u2003\ufeff', 'a');
    const odd = fc.string({ unit: few, minLength: Math.max(minLength, 1), maxLength: maxLength ?? 50 });
    faults.push(['against the pattern', odd.filter((text) => !new RegExp(pattern, 'u').test(text))]);
  }
  return faults;
}
