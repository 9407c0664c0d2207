import { fetchPages } from './fetch-pages.ts';
import type { ListOrdersQuery, Order } from './orders.types.ts';
import { parseOrders } from './parse-response.ts';
import type { Transport } from './transport.ts';

/** @beta May change or be removed in any release. */
export interface OrderPage {
  readonly orders: readonly Order[];
  /** Cursor of the next page, for `list({ cursor })`; undefined on the last page. */
  readonly nextCursor: string | undefined;
}

/**
 * An iterable over the orders of a list, in ascending order of id. Each `for await` starts from the beginning.
 * @beta May change or be removed in any release.
 */
export class OrderList implements AsyncIterable<Order> {
  constructor(
    private readonly transport: Transport,
    private readonly query: ListOrdersQuery,
  ) {}

  /** Yields the orders. Requests the next page after all orders of the current page have been consumed. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Order, void, undefined> {
    for await (const { orders } of this.pages()) yield* orders;
  }

  /** Yields the pages. @throws PetstoreError, or the reason of `signal` if it is aborted */
  async *pages(): AsyncGenerator<OrderPage, void, undefined> {
    const { signal, ...query } = this.query;
    for await (const { response, nextCursor } of fetchPages(this.transport, { path: '/store/orders', query, signal })) {
      yield { orders: parseOrders(response), nextCursor };
    }
  }
}
