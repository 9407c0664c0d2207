import type { LockedOrder, Order, OrderedPetStatus } from '@petstore/store-domain';
import { ChangeOrder } from './change-order.ts';

/** The pet comes back: its latest order becomes returned, the pet available. */
export class ReturnOrder extends ChangeOrder {
  protected transition({ order, isLatest }: LockedOrder, petStatus: OrderedPetStatus | undefined): Order {
    return order.return(isLatest, petStatus);
  }
}
