import type { AbortSignal, IdempotencyKey, Transaction } from '@petstore/kernel';
import type { NewOrder, NextOrder, Order } from './order.ts';
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
  /** The storage's clock, because the clocks of the instances can differ. */
  readonly now: Date;
}

/**
 * Persistent storage of orders. `order.repository.contract.ts` tests every implementation. A method with a transaction, except `claim`, expects
 * that the transaction has locked the pet of the order. Without a signal, only the timeouts of the database apply.
 */
export abstract class OrderRepository {
  /**
   * Locks the key until the transaction ends, without writing anything. Returns the order that the key has placed within
   * `IdempotencyKey.lifetime`. If it returns undefined, the transaction must add the order with the key.
   * @throws IdempotencyMismatch if the key belongs to another NewOrder or another kind of resource
   * @throws IdempotencyConflict if another request with the key did not finish in time
   */
  abstract claim(key: IdempotencyKey, newOrder: NewOrder, transaction: Transaction): Promise<Order | undefined>;

  /**
   * Returns the id of the next order, and the storage's clock. The transaction must have locked the pet, so that the ids of the orders of
   * one pet ascend in the order in which the orders are placed.
   */
  abstract next(transaction: Transaction): Promise<NextOrder>;

  /** Adds a placed order, and appends its event to the log. @param key the key that `claim` has locked, if there is one */
  abstract add(order: Order, key: IdempotencyKey | undefined, transaction: Transaction): Promise<void>;

  /** Returns the order and locks it until the transaction ends. Returns undefined if there is no order with this id. */
  abstract lock(id: OrderId, transaction: Transaction): Promise<LockedOrder | undefined>;

  /** Stores the status of an order and the time of the change, and appends its event to the log. */
  abstract update(order: Order, transaction: Transaction): Promise<void>;

  /** Whether an order for the pet has the status `placed`. */
  abstract hasPlacedOrder(petId: OrderedPetId, transaction: Transaction): Promise<boolean>;

  /** Returns undefined if there is no order with this id. */
  abstract find(id: OrderId, signal?: AbortSignal): Promise<Order | undefined>;

  /** Returns the matching orders in ascending order of id. */
  abstract list(query: OrderQuery, signal?: AbortSignal): Promise<Order[]>;
}
