import fc, { type Arbitrary } from 'fast-check';
import type { Schema } from '@petstore/contract';

/** Characters that often cause defects. A third of the generated characters are among them. */
const special = [
  ...'\u0001\u0009\u000a\u000d\u001b\u007f\u0085', // controls
  ...' \u00a0\u2003\u3000\ufeff', // white space and the byte order mark
  ...'"\\/\'`$%&<>{}[];:,\u2028\u2029', // syntax of various languages
  ...'\u0301\u0308\u20dd\u{e0100}', // combining marks and a variation selector
  ...'\u200d\u200e\u200f\u202a\u202e\u2066\u2069', // joiners and directional marks
  ...'\u00df\u0130\u0131\u01c5\ufb01\u1e9e', // letters with special case mappings
  ...'\ud7ff\ue000\ufdd0\ufffd\ufffe\uffff', // next to the surrogates, and noncharacters
  ...'\u{10000}\u{1f408}\u{1f3fd}\u{1f1e9}\u{20000}\u{1fffe}\u{10ffff}', // outside the BMP
];

/** Any Unicode scalar value: a code point that is not a surrogate. */
const codePoint = fc.oneof(
  fc.constantFrom(...special),
  fc.integer({ min: 0, max: 0xd7ff }).map((code) => String.fromCodePoint(code)),
  fc.integer({ min: 0xe000, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
);

/** Generates text. The bounds are in code points. */
function text(bounds: { minLength?: number; maxLength?: number; size?: 'max' }): Arbitrary<string> {
  return fc.array(codePoint, bounds).map((characters) => characters.join(''));
}

export const anyText = text({});

const textOf = (length: number) => text({ minLength: length, maxLength: length, size: 'max' });

/** Generates text that is valid against the schema, often with the minimum or maximum length. */
export function validText(schema: Schema): Arbitrary<string> {
  const { minLength = 0, maxLength = minLength + 50, pattern = '' } = schema;
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const within = text({ minLength, maxLength: Math.min(maxLength, minLength + 50) });
  const length = fc.oneof({ weight: 6, arbitrary: within }, textOf(minLength), textOf(maxLength));
  return length.filter((text) => new RegExp(pattern, 'u').test(text));
}

/** Returns each kind of violation that is possible with the schema, with a generator of text with only that violation. */
export function invalidText(schema: Schema): [violation: string, text: Arbitrary<string>][] {
  const { minLength = 0, maxLength, pattern } = schema;
  if (schema.enum) {
    const wrongCase = fc.constantFrom(...schema.enum).map((value) => value.toUpperCase());
    const other = fc.oneof(wrongCase, fc.constant(''), anyText);
    return [['not in the enum', other.filter((text) => !schema.enum?.includes(text))]];
  }
  const violations: [string, Arbitrary<string>][] = [];
  if (minLength > 0) violations.push(['too short', fc.nat({ max: minLength - 1 }).chain(textOf)]);
  if (maxLength !== undefined) {
    const above = fc.oneof(fc.constant(maxLength + 1), fc.integer({ min: maxLength + 1, max: 2 * maxLength }));
    violations.push(['too long', above.chain(textOf)]);
  }
  if (pattern !== undefined) {
    // Text with few different characters is likely to violate any pattern.
    const few = fc.constantFrom(...' \t\n\u0000\u00a0\u2003\ufeff', 'a');
    const repetitive = fc.string({ unit: few, minLength: Math.max(minLength, 1), maxLength: maxLength ?? 50 });
    violations.push(['does not match the pattern', repetitive.filter((text) => !new RegExp(pattern, 'u').test(text))]);
  }
  return violations;
}
