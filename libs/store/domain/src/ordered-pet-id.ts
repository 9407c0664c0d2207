import { Int64, InvalidValue } from '@petstore/kernel';

/** The id of the pet that an order is for: any int64. Whether the pet exists is known only to the port OrderedPets. */
export class OrderedPetId {
  static readonly allowed = `an integer from ${Int64.range}`;

  private constructor(readonly decimal: Int64) {}

  /** Name for `TransactionOptions.resources`. */
  get resource(): string {
    return `pets/${this.decimal}`;
  }

  /** @throws InvalidValue `invalid_pet_id` unless the value is a safe integer, or a bigint within int64 */
  static of(value: unknown): OrderedPetId {
    const decimal = Int64.fromValue(value);
    if (decimal === undefined) throw new InvalidValue('invalid_pet_id', 'petId', value, OrderedPetId.allowed);
    return new OrderedPetId(decimal);
  }

  /** Creates the id from a stored one. Does not validate it. */
  static restore(decimal: Int64): OrderedPetId {
    return new OrderedPetId(decimal);
  }
}
