import { DomainError } from '@petstore/kernel';

export class OrderNotFound extends DomainError {
  readonly code = 'order_not_found';

  constructor() {
    super('There is no order with this orderId.');
  }
}

/** The pet of a new order does not exist. */
export class UnknownPet extends DomainError {
  readonly code = 'unknown_pet';

  constructor() {
    super('petId must be the id of an animal in the store: there is no animal with this id.');
  }
}

/** The message is the broken rule. */
export class InvalidOrderTransition extends DomainError {
  readonly code = 'invalid_order_transition';
}
