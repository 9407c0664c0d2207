const canonicalDecimal = /^(?:0|-?[1-9][0-9]{0,18})$/;
const smallest = -(2n ** 63n);
const largest = 2n ** 63n - 1n;

/**
 * A 64-bit signed integer as canonical decimal text ("-7", never "-07" or "7.0").
 * Identifiers are compared and shown, never calculated with, and text is exact everywhere: in JavaScript, whose
 * numbers round beyond 2^53, and on its way from and to PostgreSQL.
 */
export type Int64 = string;

/** The range in words, for messages. */
export const int64Range = `${smallest} to ${largest}`;

/** The int64 that the text spells canonically, or nothing. */
export function int64FromText(text: string): Int64 | undefined {
  return canonicalDecimal.test(text) && isWithinRange(BigInt(text)) ? text : undefined;
}

/** The int64 that a JavaScript value is exactly, or nothing: a number beyond the safe integers may have been rounded. */
export function int64FromValue(value: unknown): Int64 | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
  if (typeof value === 'bigint') return isWithinRange(value) ? String(value) : undefined;
  return undefined;
}

function isWithinRange(value: bigint): boolean {
  return value >= smallest && value <= largest;
}
