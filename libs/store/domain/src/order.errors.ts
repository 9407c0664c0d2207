import { DomainError } from '@petstore/kernel';
import type { OrderedPetStatus } from './ordered-pets.ts';

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

/** Another order has reserved the pet, or the pet is adopted. */
export class PetNotAvailable extends DomainError {
  readonly code = 'pet_not_available';

  constructor(status: OrderedPetStatus) {
    super(`The animal is ${status}: only an available animal can be ordered.`);
  }
}

/** The message is the broken rule. */
export class InvalidOrderTransition extends DomainError {
  readonly code = 'invalid_order_transition';
}
