import { enumeration, Int64Id, VerbatimText } from '@petstore/kernel';

// The protected members make the classes different types: an OrderId is no OrderedPetId.

/** The id of a stored order, an int64. The repository assigns positive ids, and no id twice. */
export class OrderId extends Int64Id {
  declare protected readonly isOrderId: true;
}

/** The id of the pet that an order is for: any int64. Whether the pet exists is known only to the port OrderedPets. */
export class OrderedPetId extends Int64Id {
  declare protected readonly isOrderedPetId: true;

  /** @throws InvalidValue `invalid_pet_id` unless the value is a safe integer, or a bigint within int64 */
  static of(value: unknown): OrderedPetId {
    return new OrderedPetId(OrderedPetId.require('invalid_pet_id', 'petId', value));
  }
}

/** The client's own name for an order, exactly as the client sent it. */
export class OrderReference extends VerbatimText {
  declare protected readonly isOrderReference: true;

  /** @throws InvalidValue `invalid_order_reference` if the value breaks the rule in `allowed` */
  static of(value: unknown): OrderReference {
    return new OrderReference(OrderReference.require('invalid_order_reference', 'reference', value));
  }
}

/** The stage of an order: reserved, adopted, withdrawn before the adoption, or back after it. */
export const OrderStatus = enumeration('invalid_order_status', 'status', [
  'placed',
  'completed',
  'cancelled',
  'returned',
]);

export type OrderStatus = (typeof OrderStatus.values)[number];
