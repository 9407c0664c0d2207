import { parse } from 'lossless-json';

/** Deeper nesting than any NewPet has; the exact reader calls itself once per level. */
const deepest = 100;

/** Characters of the longest number that is read: the zeros of `1.000` are allowed, in reason. */
const longestNumber = 400;

/** Digits of the largest int64. A larger number is not calculated, because BigInt arithmetic on many digits is slow. */
const int64Digits = 19;

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
  if (!parts || text.length > longestNumber) return NaN;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return sign ? -0 : 0;
  const significant = digits.replace(/0+$/, '');
  const shift = Number(exponent) - fraction.length + (digits.length - significant.length);
  if (shift < 0 || significant.length + shift > int64Digits) return NaN;
  const value = BigInt(sign + significant + '0'.repeat(shift));
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** Levels of nesting. A string that is never closed counts as one to the end. */
function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') index = endOfString(text, index);
    else if (character === '{' || character === '[') most = Math.max(most, (depth += 1));
    else if (character === '}' || character === ']') depth -= 1;
  }
  return most;
}

/** The index of the closing quotation mark. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return index;
}

/** A body that is JSON text already, int64 as plain digits. */
export class Json {
  constructor(readonly text: string) {}
}
