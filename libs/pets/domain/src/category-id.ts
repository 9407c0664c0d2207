import { Int64, InvalidValue } from '@petstore/kernel';

/** The category of a pet: any int64. The contract has no category records, so existence is not checked. */
export class CategoryId {
  static readonly allowed = `an integer from ${Int64.range}`;

  private constructor(readonly decimal: Int64) {}

  /** @throws InvalidValue `invalid_category_id` unless the value is a safe integer or a bigint within int64 */
  static of(value: unknown): CategoryId {
    const decimal = Int64.fromValue(value);
    if (decimal === undefined) throw new InvalidValue('invalid_category_id', 'categoryId', value, CategoryId.allowed);
    return new CategoryId(decimal);
  }
}
