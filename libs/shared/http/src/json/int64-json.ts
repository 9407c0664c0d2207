import { parse } from 'lossless-json';

/** Maximum levels of nesting. The limit exists because lossless-json calls itself once per level. */
const maxDepth = 100;

/** Maximum characters of a number. It exceeds `int64Digits`, because a number may have insignificant zeros, such as `1.000`. */
const maxNumberLength = 400;

/** Digits of the largest int64. Numbers with more digits become NaN, because BigInt arithmetic on many digits is slow. */
const int64Digits = 19;

/** JSON.parse can round a number only if the text has 16 digits in a row, a fraction or an exponent. */
const mayRound = /\d{16}|\d[.eE]/;

/**
 * Parses JSON with exact integers: a safe integer becomes a number, a larger integer of at most 19 digits a bigint. As in JSON
 * Schema, `1.0` and `1e3` are integers. Every other number becomes NaN. Of duplicate members the last one counts.
 * @throws SyntaxError if the text is not JSON or is nested deeper than 100 levels
 */
export function parseJson(text: string): unknown {
  if (text.length > maxDepth && depthOf(text) > maxDepth)
    throw new SyntaxError(`nested deeper than ${maxDepth} levels`);
  if (!mayRound.test(text)) return JSON.parse(text);
  return parse(text, undefined, { parseNumber, onDuplicateKey: ({ newValue }) => newValue });
}

const numberPattern = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

function parseNumber(text: string): number | bigint {
  const parts = numberPattern.exec(text);
  if (!parts || text.length > maxNumberLength) return NaN;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return sign ? -0 : 0;
  const significant = digits.replace(/0+$/, '');
  const shift = Number(exponent) - fraction.length + (digits.length - significant.length);
  if (shift < 0 || significant.length + shift > int64Digits) return NaN;
  const value = BigInt(sign + significant + '0'.repeat(shift));
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

function depthOf(text: string): number {
  let depth = 0;
  let max = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') index = endOfString(text, index);
    else if (character === '{' || character === '[') max = Math.max(max, (depth += 1));
    else if (character === '}' || character === ']') depth -= 1;
  }
  return max;
}

/** Returns the index of the closing quotation mark; an index beyond the text if there is none. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return index;
}
