/** No leading zeros, no `-0`, no `+`, at most the 19 digits of the largest int64. */
const canonicalDecimal = /^(?:0|-?[1-9][0-9]{0,18})$/;
const min = -(2n ** 63n);
const max = 2n ** 63n - 1n;

/**
 * A 64-bit signed integer as canonical decimal text: "-7", never "-07" or "7.0". It is text because JavaScript numbers beyond
 * 2^53 are rounded. PostgreSQL sends and accepts the same text.
 */
export type Int64 = string;

export const Int64 = {
  min,
  max,

  /** The range as text, for messages. */
  range: `${min} to ${max}`,

  /** @returns the text itself if it is a canonical int64; otherwise undefined */
  fromText(text: string): Int64 | undefined {
    return canonicalDecimal.test(text) && isInRange(BigInt(text)) ? text : undefined;
  },

  /**
   * Converts a safe integer, or a bigint in range. A number beyond the safe integers may have been rounded.
   * @returns undefined for every other value
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
