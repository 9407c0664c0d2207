import type { AbortSignal, IdempotencyKey, Transaction } from '@petstore/kernel';
import type { NewOrder, Order } from './order.ts';
import type { OrderedPetId, OrderId, OrderStatus } from './order.value-objects.ts';

export interface OrderQuery {
  readonly status?: OrderStatus | undefined;
  readonly petId?: OrderedPetId | undefined;
  /** Only orders with a greater id. */
  readonly after?: OrderId | undefined;
  /** Maximum number of orders. */
  readonly limit: number;
}

export interface LockedOrder {
  readonly order: Order;
  /** Whether the pet has no later order. */
  readonly isLatest: boolean;
}

/**
 * Persistent storage of orders. `order.repository.contract.ts` tests every implementation. A method with a transaction expects
 * that the transaction has locked the pet of the order. Without a signal, only the timeouts of the database apply.
 */
export abstract class OrderRepository {
  /**
   * Stores the key for this transaction, or returns the order that the key has placed within `IdempotencyKey.lifetime`. If it
   * returns undefined, the transaction must add the order with the key.
   * @throws IdempotencyMismatch if the key belongs to another NewOrder or another kind of resource
   * @throws IdempotencyConflict if another request with the key did not finish in time
   */
  abstract claim(key: IdempotencyKey, newOrder: NewOrder, transaction: Transaction): Promise<Order | undefined>;

  /** Adds the order with the status `placed`. @param key the key that `claim` has stored, if there is one */
  abstract add(newOrder: NewOrder, key: IdempotencyKey | undefined, transaction: Transaction): Promise<Order>;

  /** Returns the order and locks it until the transaction ends. Returns undefined if there is no order with this id. */
  abstract lock(id: OrderId, transaction: Transaction): Promise<LockedOrder | undefined>;

  /** Stores the status of an order, and returns the order with the time of the change. */
  abstract update(order: Order, transaction: Transaction): Promise<Order>;

  /** Whether an order for the pet has the status `placed`. */
  abstract hasPlacedOrder(petId: OrderedPetId, transaction: Transaction): Promise<boolean>;

  /** Returns undefined if there is no order with this id. */
  abstract find(id: OrderId, signal?: AbortSignal): Promise<Order | undefined>;

  /** Returns the matching orders in ascending order of id. */
  abstract list(query: OrderQuery, signal?: AbortSignal): Promise<Order[]>;
}
