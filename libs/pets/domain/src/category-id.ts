import { Int64, InvalidValue } from '@petstore/kernel';

/** The id of the category of a pet: any int64. The API has no resource for categories, so any id is valid. */
export class CategoryId {
  static readonly allowed = `an integer from ${Int64.range}`;

  private constructor(readonly decimal: Int64) {}

  /** @throws InvalidValue `invalid_category_id` unless the value is a safe integer, or a bigint within int64 */
  static of(value: unknown): CategoryId {
    const decimal = Int64.fromValue(value);
    if (decimal === undefined) throw new InvalidValue('invalid_category_id', 'categoryId', value, CategoryId.allowed);
    return new CategoryId(decimal);
  }

  /** Creates a CategoryId from a stored value. Does not validate it. */
  static restore(decimal: Int64): CategoryId {
    return new CategoryId(decimal);
  }
}
