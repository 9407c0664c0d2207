/**
 * An exact 64-bit integer: a number from -(2^53 - 1) to 2^53 - 1, otherwise a bigint. Each value has one representation, so
 * that `===`, `Set` and `Map` compare values from the client correctly.
 */
export type Int64 = number | bigint;

/** Whether the value is a number or a bigint. Does not check that it is exact: `formatInt64` does. */
export function isNumeric(value: unknown): value is Int64 {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** Matches the strings of valid JSON (with the colon after a member name) and its numbers. */
const tokenPattern = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON. Integers that a number would round become bigints.
 * @throws SyntaxError if the text is not JSON
 */
export function parseJson(text: string): unknown {
  const parsed: unknown = JSON.parse(text);
  // An integer beyond 2^53 - 1 has at least 16 digits.
  if (!/\d{16}/.test(text)) return parsed;
  // Adds the prefix s to every string value, and replaces large integers by strings with the prefix n. The second parse
  // removes the prefixes. `JSON.parse` passes the digits of a number to its reviver in newer versions of Node only.
  const marked = text.replace(tokenPattern, (token: string, string?: string, colon?: string) => {
    if (string !== undefined) return colon === undefined ? `"s${token.slice(1)}` : token;
    return /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"n${token}"` : token;
  });
  return JSON.parse(marked, (_, value: unknown) => {
    if (typeof value !== 'string') return value;
    return value.startsWith('n') ? BigInt(value.slice(1)) : value.slice(1);
  });
}

/**
 * Serializes an object whose members are not objects with numbers. Numbers and bigints become decimal digits. Omits
 * undefined members.
 * @param name name of the argument, for the error message
 * @throws TypeError if the argument is not an object, or a number is not an exact integer
 */
export function formatJson(name: string, members: object): string {
  // A program in JavaScript may pass anything.
  if (typeof members !== 'object' || members === null) throw new TypeError(`${name} must be an object`);
  const formatted = Object.entries(members).flatMap(([member, value]: [string, unknown]) => {
    if (value === undefined) return [];
    return `${JSON.stringify(member)}:${isNumeric(value) ? formatInt64(member, value) : JSON.stringify(value)}`;
  });
  return `{${formatted.join(',')}}`;
}

/**
 * Formats the value in decimal digits. The service checks that it is within int64.
 * @param name name of the argument or member, for the error message
 * @throws TypeError if the value is not an integer, or is a number beyond 2^53 - 1, which may have been rounded
 */
export function formatInt64(name: string, value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  // String(-0) is '0'.
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  const hint = Number.isInteger(value) ? ': numbers beyond 2^53 - 1 are rounded, pass a bigint' : '';
  const received = typeof value === 'number' ? String(value) : typeof value;
  throw new TypeError(`${name} must be a safe integer or a bigint, not ${received}${hint}`);
}
