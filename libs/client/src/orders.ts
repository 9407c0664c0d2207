import { formatInt64, formatJson, isNumeric, type Int64 } from './exact-json.ts';
import { List, type QueryOf } from './list.ts';
import type { components } from './openapi.ts';
import type { CallOptions, CreateOptions, Transport } from './transport.ts';

type Schemas = components['schemas'];

const ordersPath = '/store/orders';

/** @beta May change or be removed in any release. */
export type OrderStatus = Schemas['OrderStatus'];

/**
 * An order to place.
 * @beta May change or be removed in any release.
 */
export type NewOrder = Readonly<Omit<Schemas['NewOrder'], 'reference'>> & {
  /** Your own name for the order. It should not contain data about people. */
  readonly reference?: string | undefined;
};

/**
 * The adoption of one animal. `placedAt` and `updatedAt` are RFC 3339 times in UTC, which `new Date` reads.
 * @beta May change or be removed in any release.
 */
export type Order = Schemas['Order'];

/** Restricts a list, as ListPetsQuery does. @beta May change or be removed in any release. */
export type ListOrdersQuery = QueryOf<'listOrders'>;

/** @beta May change or be removed in any release. */
export interface OrderPage {
  readonly orders: readonly Order[];
  /** Cursor of the next page, for `list({ cursor })`; undefined on the last page. */
  readonly nextCursor: string | undefined;
}

/** @beta May change or be removed in any release. */
export type OrderList = List<Order, OrderPage>;

/**
 * The operations on orders. Each rejects with PetstoreError, or with the reason of `signal` if it is aborted. It rejects with a TypeError, and
 * sends no request, if an integer is a number that may have been rounded, or if `newOrder` is not an object.
 * @beta May change or be removed in any release. The service has these operations only with its setting `BETA=on`.
 */
export class Orders {
  constructor(private readonly transport: Transport) {}

  /** Lists all orders, or those with one status or for one animal. Iterate over the list as over that of `pets.list`. */
  list(query: ListOrdersQuery = {}, options: CallOptions = {}): OrderList {
    const toPage = (orders: readonly Order[], nextCursor: string | undefined) => ({ orders, nextCursor });
    return new List(this.transport, ordersPath, query, options, isOrder, toPage);
  }

  /**
   * Places an order for an available animal. The animal becomes `pending`. The request has an `Idempotency-Key`, so that it places one order,
   * also if the client, the runtime or a proxy sends it again.
   * @returns the order, as it was placed
   * @throws PetstoreError `pet_not_available`, or `unknown_pet` if the animal does not exist. If `mayHaveBeenExecuted`, call
   *   again with the same `idempotencyKey` to find out.
   */
  async place(newOrder: NewOrder, options: CreateOptions = {}): Promise<Order> {
    return this.transport.create('placeOrder', ordersPath, formatJson('newOrder', newOrder), isOrder, options);
  }

  /** Gets one order. @throws PetstoreError `order_not_found` if there is no order with this id */
  async get(orderId: Int64, options: CallOptions = {}): Promise<Order> {
    return (await this.transport.send({ path: pathOf(orderId), isExpected: isOrder }, options)).body;
  }

  /**
   * Completes a placed order: the adopter takes the animal, which becomes `sold`. Changes nothing if the order is already completed.
   * @throws PetstoreError `order_not_found`, or `invalid_order_transition` if the order has another status
   */
  complete(orderId: Int64, options: CallOptions = {}): Promise<Order> {
    return this.change('complete', orderId, options);
  }

  /**
   * Cancels a placed order: the adopter withdraws, and the animal becomes `available`. Changes nothing if the order is already cancelled.
   * @throws PetstoreError `order_not_found`, or `invalid_order_transition` if the order has another status
   */
  cancel(orderId: Int64, options: CallOptions = {}): Promise<Order> {
    return this.change('cancel', orderId, options);
  }

  /**
   * Returns a completed order: the animal comes back and becomes `available`. Changes nothing if the order is already returned.
   * @throws PetstoreError `order_not_found`, or `invalid_order_transition` if the order has another status, is not the latest of its
   * animal, or the animal is not `sold`
   */
  return(orderId: Int64, options: CallOptions = {}): Promise<Order> {
    return this.change('return', orderId, options);
  }

  private async change(
    transition: 'complete' | 'cancel' | 'return',
    orderId: Int64,
    options: CallOptions,
  ): Promise<Order> {
    const path = `${pathOf(orderId)}/${transition}`;
    const call = { method: 'POST', change: `${transition}Order`, path, isExpected: isOrder } as const;
    return (await this.transport.send(call, options)).body;
  }
}

function pathOf(orderId: Int64): string {
  return `${ordersPath}/${formatInt64('orderId', orderId)}`;
}

export function isOrder(value: unknown): value is Order {
  const { id, petId, status } = (value ?? {}) as Record<string, unknown>;
  return isNumeric(id) && isNumeric(petId) && typeof status === 'string';
}
