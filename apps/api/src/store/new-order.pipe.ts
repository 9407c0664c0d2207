import { lazyBodyPipe } from '@petstore/http/nest/json-body';
import type { NewOrder } from '@petstore/store-domain';

/** Converts the body of `createOrder` to a NewOrder. Loads the request class with the first body, not at the start. */
export const NewOrderPipe = lazyBodyPipe(
  async () => (await import('./create-order.request.ts')).CreateOrderRequest,
  ({ name }): NewOrder => ({ name }),
);
