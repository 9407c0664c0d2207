import type { LockedOrder, Order } from '@petstore/store-domain';
import { ChangeOrder } from './change-order.ts';

/** The adopter takes the pet: the order becomes completed, the pet sold. */
export class CompleteOrder extends ChangeOrder {
  protected transition({ order }: LockedOrder): Order {
    return order.complete();
  }
}
