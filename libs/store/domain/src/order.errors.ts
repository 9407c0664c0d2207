import { DomainError } from '@petstore/kernel';

/** Codes of the errors that this context defines and the HTTP layer must map. */
export type StoreErrorCode = OrderNotFound['code'];

export class OrderNotFound extends DomainError {
  readonly code = 'order_not_found';

  constructor() {
    super('There is no order with this orderId.');
  }
}
