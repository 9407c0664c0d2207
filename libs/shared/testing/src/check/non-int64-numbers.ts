/** Strings are matched too, so that digits in them are not taken for numbers. */
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/gs;
const plainInteger = /^-?(?:0|[1-9]\d*)$/;
const [minInt64, maxInt64] = [-(2n ** 63n), 2n ** 63n - 1n];

/**
 * Returns the numbers in a JSON text that are not int64 values in plain digits. A schema validator cannot find them, because it
 * gets parsed values, and `JSON.parse` rounds integers beyond 2^53.
 */
export function nonInt64Numbers(text: string): string[] {
  const numbers = [...text.matchAll(stringOrNumber)].map(([token]) => token).filter((token) => !token.startsWith('"'));
  return numbers.filter((token) => !plainInteger.test(token) || BigInt(token) < minInt64 || BigInt(token) > maxInt64);
}
