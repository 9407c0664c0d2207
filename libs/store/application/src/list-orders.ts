import type { AbortSignal, PageLimit } from '@petstore/kernel';
import { OrderId, type Order, type OrderQuery, type OrderRepository } from '@petstore/store-domain';

export interface ListOrdersQuery extends Omit<OrderQuery, 'limit'> {
  readonly limit: PageLimit;
}

export interface OrdersPage {
  readonly orders: readonly Order[];
  /** `after` of the next page; absent on the last page. */
  readonly next?: OrderId;
}

export class ListOrders {
  constructor(private readonly orders: OrderRepository) {}

  /** Returns one page in ascending order of id. Keyset pagination: the cost does not depend on the position of the page. */
  async execute({ limit, ...query }: ListOrdersQuery, signal?: AbortSignal): Promise<OrdersPage> {
    // One order more than the limit shows whether another page follows.
    const found = await this.orders.list({ ...query, limit: limit.count + 1 }, signal);
    if (found.length <= limit.count) return { orders: found };
    const orders = found.slice(0, limit.count);
    return { orders, next: orders[orders.length - 1]!.id };
  }
}
