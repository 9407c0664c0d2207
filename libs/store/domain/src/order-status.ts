import { InvalidValue } from '@petstore/kernel';

const values = ['placed', 'completed', 'cancelled', 'returned'] as const;

export type OrderStatusValue = (typeof values)[number];

/** The stage of an order. There is one object per value, so `===` compares by value. */
export class OrderStatus {
  static readonly values: readonly OrderStatusValue[] = values;

  static readonly allowed = `one of ${values.join(', ')}`;

  private static readonly byValue: ReadonlyMap<unknown, OrderStatus> = new Map(
    values.map((value) => [value, new OrderStatus(value)]),
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

  /** Returns a stored status. @throws Error if it is unknown, because another program changed the storage */
  static restore(value: string): OrderStatus {
    const status = OrderStatus.byValue.get(value);
    if (!status) throw new Error(`the stored status ${value} is unknown`);
    return status;
  }
}
