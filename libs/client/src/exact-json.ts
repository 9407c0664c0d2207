import { decimal } from './int64.ts';

/** Fewer digits in a row are exact as a number, wherever they stand. */
const mayRound = /\d{16}/;

/** The tokens of valid JSON that matter here: a string, with the colon behind it when it is a name; a number. */
const tokens = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const integer = /^-?\d+$/;

/**
 * Reads JSON with integers exact: those that a number would round come as bigints.
 * @throws SyntaxError
 */
export function readJson(text: string): unknown {
  const read: unknown = JSON.parse(text);
  if (!mayRound.test(text)) return read;
  // Every string value gets an s in front, so that none can be taken for an integer, which becomes a string with an n.
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
 * A flat object as JSON, its numbers and bigints as plain digits; members that are undefined are left out.
 * @throws TypeError naming the member that is no exact integer
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
