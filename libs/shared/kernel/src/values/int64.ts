import { InvalidValue } from './invalid-value.ts';

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

  /** The inverse of `fromValue`, for responses: a number if that is exact, because a bigint takes twice the CPU to write. */
  toValue(decimal: Int64): number | bigint {
    const number = Number(decimal);
    return Number.isSafeInteger(number) ? number : BigInt(decimal);
  },

  /**
   * Returns where a list in ascending order begins that continues after the id: with the next int64, or without an id with the smallest.
   * After the greatest int64 no item follows, so that no client has a cursor of it.
   */
  nextOf(id: Int64Id | undefined): Int64 {
    const next = id ? BigInt(id.decimal) + 1n : min;
    return String(next > max ? max : next);
  },
};

function isInRange(value: bigint): boolean {
  return value >= min && value <= max;
}

/** An id that is an int64. If clients send it in a body, a subclass adds a static method `of` that calls `require`. */
export abstract class Int64Id {
  static readonly allowed = `an integer from ${Int64.range}`;

  /** For stored ids: the constructor does not validate them. */
  constructor(readonly decimal: Int64) {}

  /** @returns undefined unless the text is a canonical int64, as `Int64.fromText` accepts it */
  static parse<Id>(this: new (decimal: Int64) => Id, text: string): Id | undefined {
    const decimal = Int64.fromText(text);
    return decimal === undefined ? undefined : new this(decimal);
  }

  /** @throws InvalidValue with the code and the field unless the value is a safe integer, or a bigint within int64 */
  protected static require<Code extends string>(code: Code, field: string, value: unknown): Int64 {
    const decimal = Int64.fromValue(value);
    if (decimal === undefined) throw new InvalidValue(code, field, value, this.allowed);
    return decimal;
  }
}
