import { formatInt64 } from './int64.ts';

/** An integer beyond 2^53 - 1 has at least 16 digits. */
const sixteenDigits = /\d{16}/;

/** Matches the strings of valid JSON (with the colon after a member name) and its numbers. */
const tokenPattern = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const integerPattern = /^-?\d+$/;

/**
 * Parses JSON. Integers that a number would round become bigints.
 * @throws SyntaxError if the text is not JSON
 */
export function readJson(text: string): unknown {
  const parsed: unknown = JSON.parse(text);
  if (!sixteenDigits.test(text)) return parsed;
  // Adds the prefix s to every string value, and replaces large integers by strings with the prefix n. The second parse
  // removes the prefixes. `JSON.parse` passes the digits of a number to its reviver in newer versions of Node only.
  const marked = text.replace(tokenPattern, (token: string, string?: string, colon?: string) => {
    if (string !== undefined) return colon === undefined ? `"s${token.slice(1)}` : token;
    return integerPattern.test(token) && !Number.isSafeInteger(Number(token)) ? `"n${token}"` : token;
  });
  return JSON.parse(marked, (_, value: unknown) => (typeof value === 'string' ? unmark(value) : value));
}

function unmark(value: string): string | bigint {
  return value.startsWith('n') ? BigInt(value.slice(1)) : value.slice(1);
}

/**
 * Serializes an object whose members are not objects with numbers. Numbers and bigints become decimal digits. Omits
 * undefined members.
 * @throws TypeError that names the member if a number is not an exact integer
 */
export function writeJson(members: object): string {
  const serializedMembers = Object.entries(members)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${JSON.stringify(name)}:${writeValue(name, value)}`);
  return `{${serializedMembers.join(',')}}`;
}

function writeValue(name: string, value: unknown): string {
  return typeof value === 'number' || typeof value === 'bigint' ? formatInt64(name, value) : JSON.stringify(value);
}
