import { lazyBodyPipe } from '@petstore/http/nest/json-body';
import { NewOrder } from '@petstore/store-domain';

/** Converts the body of `placeOrder` to a NewOrder. Loads the request class with the first body, not at the start. */
export const NewOrderPipe = lazyBodyPipe(
  async () => (await import('./place-order.request.ts')).PlaceOrderRequest,
  (body) => NewOrder.of(body),
);
