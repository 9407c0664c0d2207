import type { AbortSignal } from '@petstore/kernel';
import { OrderId, OrderNotFound, type Order, type OrderRepository } from '@petstore/store-domain';

export class GetOrder {
  constructor(private readonly orders: OrderRepository) {}

  /** @throws OrderNotFound if there is no order with this id, or if `orderId` is not a canonical int64 */
  async execute(orderId: string, signal?: AbortSignal): Promise<Order> {
    const id = OrderId.parse(orderId);
    const order = id && (await this.orders.find(id, signal));
    if (!order) throw new OrderNotFound();
    return order;
  }
}
