const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/gs;
const plainInteger = /^-?(?:0|[1-9]\d*)$/;
const [minInt64, maxInt64] = [-(2n ** 63n), 2n ** 63n - 1n];

/**
 * Returns the numbers of a JSON text that are not int64 values in plain digits. Reads the text, because a schema validator
 * sees parsed values, and parsing rounds integers beyond 2^53.
 */
export function nonInt64Numbers(text: string): string[] {
  const numbers = [...text.matchAll(stringOrNumber)].map(([token]) => token).filter((token) => !token.startsWith('"'));
  return numbers.filter((token) => !plainInteger.test(token) || BigInt(token) < minInt64 || BigInt(token) > maxInt64);
}
