const canonicalDecimal = /^(?:0|-?[1-9][0-9]{0,18})$/;
const min = -(2n ** 63n);
const max = 2n ** 63n - 1n;

/**
 * A 64-bit signed integer as canonical decimal text: "-7", never "-07" or "7.0".
 * Identifiers are compared and printed, not calculated with. Text is exact in JavaScript, whose numbers round beyond 2^53,
 * and in both directions between the service and PostgreSQL.
 */
export type Int64 = string;

export const Int64 = {
  /** The range in words, for messages. */
  range: `${min} to ${max}`,

  /** The text itself if it is a canonical int64; otherwise undefined. */
  fromText(text: string): Int64 | undefined {
    return canonicalDecimal.test(text) && isInRange(BigInt(text)) ? text : undefined;
  },

  /**
   * The value as an Int64 if it is a safe integer or a bigint in range; otherwise undefined. A number beyond the safe
   * integers may have been rounded.
   */
  fromValue(value: unknown): Int64 | undefined {
    if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
    if (typeof value === 'bigint') return isInRange(value) ? String(value) : undefined;
    return undefined;
  },
};

function isInRange(value: bigint): boolean {
  return value >= min && value <= max;
}
