import type { Deadline } from '@petstore/kernel';
import type { Order, OrderRepository, NewOrder } from '@petstore/store-domain';

export class CreateOrder {
  constructor(private readonly orders: OrderRepository) {}

  /** Creates an order. Resolves after it is stored durably. */
  execute(newOrder: NewOrder, deadline?: Deadline): Promise<Order> {
    return this.orders.add(newOrder, deadline);
  }
}
