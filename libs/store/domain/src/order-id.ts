import { Int64 } from '@petstore/kernel';

/** The id of a stored order, an int64. The repository assigns positive ids, and no id twice. */
export class OrderId {
  private constructor(readonly decimal: Int64) {}

  /** Accepts any canonical int64: decimal digits without `+` or leading zeros. Returns undefined for another text. */
  static parse(text: string): OrderId | undefined {
    const decimal = Int64.fromText(text);
    return decimal === undefined ? undefined : new OrderId(decimal);
  }

  /** Creates the id from a number that the repository has assigned. Does not validate it. */
  static restore(decimal: Int64): OrderId {
    return new OrderId(decimal);
  }
}
