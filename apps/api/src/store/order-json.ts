import { Json } from '@petstore/http/nest/http-adapter';
import type { Order } from '@petstore/store-domain';

/** Builds the text by hand, because JSON.stringify cannot write an int64 above 2^53 − 1 as digits. */
export function orderJson(order: Order): Json {
  const { id, name } = order.snapshot();
  return new Json(`{"id":${id},"name":${JSON.stringify(name)}}`);
}
