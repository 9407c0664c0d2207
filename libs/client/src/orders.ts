import type { CallOptions, CreateOptions } from './call-options.ts';
import { formatInt64, formatJson, type Int64 } from './exact-json.ts';
import { List } from './list.ts';
import { isOrder, type ListOrdersQuery, type NewOrder, type Order, type OrderPage } from './order.ts';
import type { Transport } from './transport.ts';

/** @beta May change or be removed in any release. */
export type OrderList = List<Order, OrderPage>;

/**
 * The operations on orders. Each rejects with PetstoreError, or with the reason of `signal` if it is aborted. Ids that are numbers
 * which may have been rounded throw a TypeError, and the client sends no request.
 * @beta May change or be removed in any release. The service has these operations only with its setting `BETA=on`.
 */
export class Orders {
  constructor(private readonly transport: Transport) {}

  /**
   * Lists all orders, or those with one status or for one animal. Sends no request before you iterate over the list. To
   * iterate over pages, call `.pages()`. To get an array, call `.toArray({ max: 500 })`.
   */
  list({ signal, ...query }: ListOrdersQuery = {}): OrderList {
    if (query.petId !== undefined) formatInt64('petId', query.petId);
    const call = { path: '/store/orders', query, signal, isItem: isOrder };
    return new List(this.transport, call, (orders, nextCursor) => ({ orders, nextCursor }));
  }

  /**
   * Places an order for an available animal. The animal becomes `pending`.
   * @returns the order, as it was placed
   * @throws PetstoreError `pet_not_available` if the animal is not available, `unknown_pet` if it does not exist. If the status
   * of the error is 0 or 5xx, the order may have been placed. If you passed an `idempotencyKey`, call again with it within 24 hours.
   */
  async place(
    newOrder: NewOrder,
    { signal, idempotencyKey = crypto.randomUUID() }: CreateOptions = {},
  ): Promise<Order> {
    const { body } = await this.transport.send({
      method: 'POST',
      path: '/store/orders',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
      body: formatJson('newOrder', newOrder),
      signal,
      isExpected: isOrder,
    });
    return body;
  }

  /** Gets one order. @throws PetstoreError `order_not_found` if there is no order with this id */
  async get(orderId: Int64, { signal }: CallOptions = {}): Promise<Order> {
    const path = `/store/orders/${formatInt64('orderId', orderId)}`;
    return (await this.transport.send({ method: 'GET', path, signal, isExpected: isOrder })).body;
  }

  /**
   * Completes a placed order: the adopter takes the animal, which becomes `sold`. A completed order is returned unchanged.
   * @throws PetstoreError `order_not_found`, or `invalid_order_transition` if the order has another status
   */
  complete(orderId: Int64, options: CallOptions = {}): Promise<Order> {
    return this.change('complete', orderId, options);
  }

  /**
   * Cancels a placed order: the adopter withdraws, and the animal becomes `available`. A cancelled order is returned unchanged.
   * @throws PetstoreError `order_not_found`, or `invalid_order_transition` if the order has another status
   */
  cancel(orderId: Int64, options: CallOptions = {}): Promise<Order> {
    return this.change('cancel', orderId, options);
  }

  /**
   * Returns a completed order: the animal comes back and becomes `available`. A returned order is returned unchanged.
   * @throws PetstoreError `order_not_found`, or `invalid_order_transition` if the order has another status, is not the latest of its
   * animal, or the animal is not `sold`
   */
  return(orderId: Int64, options: CallOptions = {}): Promise<Order> {
    return this.change('return', orderId, options);
  }

  private async change(transition: string, orderId: Int64, { signal }: CallOptions): Promise<Order> {
    const path = `/store/orders/${formatInt64('orderId', orderId)}/${transition}`;
    return (await this.transport.send({ method: 'POST', path, signal, isExpected: isOrder })).body;
  }
}
