import { parse } from 'lossless-json';

/** Deeper nesting than any NewPet has; the exact reader calls itself once per level. */
const deepest = 100;

/** Digits beyond which a number is certainly no int64, whatever its exponent says. */
const mostDigits = 400;

/** A text in which JSON.parse rounds nothing: no long run of digits, no fraction, no exponent. */
const mayRound = /\d{16}|\d[.eE]/;

/**
 * Reads JSON with integers exact: as numbers where JavaScript's are exact, as bigints beyond. Integers are what JSON
 * Schema calls so, `1.0` and `1e3` included, decided on the decimal text. Of a member given twice the last one counts.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  if (text.length > deepest && depthOf(text) > deepest) throw new SyntaxError(`nested deeper than ${deepest} levels`);
  if (!mayRound.test(text)) return JSON.parse(text);
  return parse(text, undefined, { parseNumber, onDuplicateKey: ({ newValue }) => newValue });
}

const numberForm = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** A number or bigint with exactly the text's value; NaN stands for every number that is no integer within reach. */
function parseNumber(text: string): number | bigint {
  const parts = numberForm.exec(text);
  if (!parts || text.length > mostDigits) return NaN;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return sign ? -0 : 0;
  const significant = digits.replace(/0+$/, '');
  const shift = Number(exponent) - fraction.length + (digits.length - significant.length);
  if (shift < 0 || significant.length + shift > mostDigits) return NaN;
  const value = BigInt(sign + significant + '0'.repeat(shift));
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** A string that is never closed counts as one to the end, so that each character is looked at once. */
function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  for (const [bracket] of text.replace(/"(?:[^"\\]|\\.)*"?/gs, '').matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    most = Math.max(most, depth);
  }
  return most;
}

/** A body that is JSON text already, int64 as plain digits. */
export class Json {
  constructor(readonly text: string) {}
}
