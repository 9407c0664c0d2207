import type { Deadline } from '@petstore/kernel';
import type { Order, NewOrder } from './order.ts';
import type { OrderId } from './order-id.ts';

/**
 * Persistent storage of orders. `order.repository.contract.ts` tests every implementation. An operation fails when
 * its deadline passes. Without a deadline, only the timeouts of the database apply.
 */
export abstract class OrderRepository {
  /** Resolves after the order is stored durably. */
  abstract add(newOrder: NewOrder, deadline?: Deadline): Promise<Order>;

  /** Returns undefined if there is no order with this id. */
  abstract find(id: OrderId, deadline?: Deadline): Promise<Order | undefined>;
}
