import { Json } from '@petstore/http/http-adapter';
import type { Order } from '@petstore/store-domain';

/** Serializes one order. */
export function orderJson(order: Order): Json {
  return new Json(stringifyOrder(order));
}

/** Serializes a list of orders. */
export function ordersJson(orders: readonly Order[]): Json {
  return new Json(`[${orders.map(stringifyOrder).join(',')}]`);
}

/** Writes the int64 members by hand, because JSON.stringify cannot write an int64 above 2^53 − 1 as digits. */
function stringifyOrder(order: Order): string {
  const { id, petId, ...others } = order.snapshot();
  return `{"id":${id},"petId":${petId},${JSON.stringify(others).slice(1)}`;
}
