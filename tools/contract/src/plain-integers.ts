const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/gs;
const plainInteger = /^-?(?:0|[1-9]\d*)$/;
const [least, most] = [-(2n ** 63n), 2n ** 63n - 1n];

/**
 * The numbers of a JSON text that are no int64 in plain digits. Our document has integers alone, and a schema cannot tell:
 * whoever validates has parsed, and has rounded what lies beyond 2^53.
 */
export function oddNumbers(text: string): string[] {
  const numbers = [...text.matchAll(stringOrNumber)].map(([token]) => token).filter((token) => !token.startsWith('"'));
  return numbers.filter((token) => !plainInteger.test(token) || BigInt(token) < least || BigInt(token) > most);
}
