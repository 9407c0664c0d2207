import { decimal } from './int64.ts';

/** A number with fewer consecutive digits is exact. */
const mayRound = /\d{16}/;

/** Strings, with the following colon if the string is a member name, and numbers of valid JSON. */
const tokens = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const integer = /^-?\d+$/;

/**
 * Parses JSON. Integers that a number would round become bigints.
 * @throws SyntaxError
 */
export function readJson(text: string): unknown {
  const read: unknown = JSON.parse(text);
  if (!mayRound.test(text)) return read;
  // Prefixes every string value with s, and converts large integers to strings with the prefix n.
  const marked = text.replace(tokens, (token: string, string?: string, colon?: string) => {
    if (string !== undefined) return colon === undefined ? `"s${token.slice(1)}` : token;
    return integer.test(token) && !Number.isSafeInteger(Number(token)) ? `"n${token}"` : token;
  });
  return JSON.parse(marked, (_, value: unknown) => (typeof value === 'string' ? unmark(value) : value));
}

function unmark(value: string): string | bigint {
  return value.startsWith('n') ? BigInt(value.slice(1)) : value.slice(1);
}

/**
 * Serializes a flat object. Numbers and bigints become decimal digits. Undefined members are left out.
 * @throws TypeError that names the member if a number is not an exact integer
 */
export function writeJson(members: object): string {
  const written = Object.entries(members)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${JSON.stringify(name)}:${writeValue(name, value)}`);
  return `{${written.join(',')}}`;
}

function writeValue(name: string, value: unknown): string {
  return typeof value === 'number' || typeof value === 'bigint' ? decimal(name, value) : JSON.stringify(value);
}
