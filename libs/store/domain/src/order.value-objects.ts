import { Int64, InvalidValue, VerbatimText } from '@petstore/kernel';

// `of` validates what a client sent and throws. `parse` reads a text and returns undefined if it is not canonical. `restore` accepts
// what the repository has stored, without a check. The protected members make the classes different types.

/** The id of a stored order, an int64. The repository assigns positive ids, and no id twice. */
export class OrderId {
  declare protected readonly isOrderId: true;

  private constructor(readonly decimal: Int64) {}

  /** Accepts any canonical int64: decimal digits without `+` or leading zeros. */
  static parse(text: string): OrderId | undefined {
    const decimal = Int64.fromText(text);
    return decimal === undefined ? undefined : new OrderId(decimal);
  }

  static restore(decimal: Int64): OrderId {
    return new OrderId(decimal);
  }
}

/** The id of the pet that an order is for: any int64. Whether the pet exists is known only to the port OrderedPets. */
export class OrderedPetId {
  static readonly allowed = `an integer from ${Int64.range}`;
  declare protected readonly isOrderedPetId: true;

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

  static restore(decimal: Int64): OrderedPetId {
    return new OrderedPetId(decimal);
  }
}

/** The client's own name for an order, exactly as the client sent it. */
export class OrderReference extends VerbatimText {
  declare protected readonly isOrderReference: true;

  /** @throws InvalidValue `invalid_order_reference` if the value breaks the rule in `allowed` */
  static of(value: unknown): OrderReference {
    return new OrderReference(OrderReference.require('invalid_order_reference', 'reference', value));
  }

  static restore(text: string): OrderReference {
    return new OrderReference(text);
  }
}

const statuses = ['placed', 'completed', 'cancelled', 'returned'] as const;

export type OrderStatusValue = (typeof statuses)[number];

/** The stage of an order. There is one object per value, so `===` compares by value. */
export class OrderStatus {
  static readonly values: readonly OrderStatusValue[] = statuses;

  static readonly allowed = `one of ${statuses.join(', ')}`;

  private static readonly byValue: ReadonlyMap<unknown, OrderStatus> = new Map(
    statuses.map((value) => [value, new OrderStatus(value)]),
  );

  /** The animal is reserved for the adopter. */
  static readonly placed = OrderStatus.of('placed');
  /** The adopter has the animal. */
  static readonly completed = OrderStatus.of('completed');
  /** The adopter withdrew before the adoption. */
  static readonly cancelled = OrderStatus.of('cancelled');
  /** The animal came back after the adoption. */
  static readonly returned = OrderStatus.of('returned');

  private constructor(readonly value: OrderStatusValue) {}

  /** @throws InvalidValue `invalid_order_status` unless the value is one of `values`, which are case-sensitive */
  static of(value: unknown): OrderStatus {
    const status = OrderStatus.byValue.get(value);
    if (!status) throw new InvalidValue('invalid_order_status', 'status', value, OrderStatus.allowed);
    return status;
  }

  /** @throws Error if the stored status is unknown, because another program changed the storage */
  static restore(value: string): OrderStatus {
    const status = OrderStatus.byValue.get(value);
    if (!status) throw new Error(`the stored status ${value} is unknown`);
    return status;
  }
}
