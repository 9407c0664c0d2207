import { VerbatimText } from '@petstore/kernel';

/** The client's own name for an order, exactly as the client sent it. */
export class OrderReference extends VerbatimText {
  /** @throws InvalidValue `invalid_order_reference` if the value breaks the rule in `allowed` */
  static of(value: unknown): OrderReference {
    return new OrderReference(OrderReference.require('invalid_order_reference', 'reference', value));
  }

  /** Creates an OrderReference from a stored value. Does not validate it. */
  static restore(text: string): OrderReference {
    return new OrderReference(text);
  }
}
