import { int64FromValue, int64Range, type Int64 } from './int64.ts';
import { InvalidCategoryId } from './pet.errors.ts';

/** The category an animal belongs to: any int64. No category record exists in the contract, so existence is not asked. */
export class CategoryId {
  /** The rule in words. */
  static readonly allowed = `an integer from ${int64Range}`;

  private constructor(readonly decimal: Int64) {}

  /** @throws InvalidCategoryId unless the value is an integral number or bigint within int64 */
  static of(value: unknown): CategoryId {
    const decimal = int64FromValue(value);
    if (decimal === undefined) throw new InvalidCategoryId(value, CategoryId.allowed);
    return new CategoryId(decimal);
  }
}
