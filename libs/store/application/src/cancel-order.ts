import type { LockedOrder, Order } from '@petstore/store-domain';
import { ChangeOrder } from './change-order.ts';

/** The adopter withdraws: the order becomes cancelled, the pet available. */
export class CancelOrder extends ChangeOrder {
  protected transition({ order }: LockedOrder): Order {
    return order.cancel();
  }
}
