import { VerbatimText } from '@petstore/kernel';

/** The name of an order, exactly as the client sent it. */
export class OrderName extends VerbatimText {
  /** @throws InvalidValue `invalid_order_name` if the value breaks the rule in `allowed` */
  static of(value: unknown): OrderName {
    return new OrderName(OrderName.require('invalid_order_name', 'name', value));
  }
}
