import { Int64 } from './int64.ts';
import { InvalidValue } from './invalid-value.ts';

/** An id that is an int64. If clients send it in a body, a subclass adds a static method `of` that calls `require`. */
export abstract class Int64Id {
  /** The rule in words. */
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
