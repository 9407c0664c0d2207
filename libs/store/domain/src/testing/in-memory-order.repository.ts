import { Order, type NewOrder } from '../order.ts';
import { OrderId } from '../order-id.ts';
import { OrderRepository } from '../order.repository.ts';

/** Test double. Its ids start at 1. */
export class InMemoryOrderRepository extends OrderRepository {
  private readonly orders: Order[] = [];

  async add(newOrder: NewOrder): Promise<Order> {
    const id = OrderId.restore(String(this.orders.length + 1));
    const order = Order.register(id, newOrder);
    this.orders.push(order);
    return order;
  }

  async find(id: OrderId): Promise<Order | undefined> {
    return this.orders.find((order) => order.snapshot().id === id.decimal);
  }
}
