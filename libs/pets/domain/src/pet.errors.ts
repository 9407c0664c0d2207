import { DomainError } from '@petstore/kernel';

/** Codes of the errors that a use case of this context throws. */
export type PetsErrorCode = (InvalidNewPet | PetNotFound | IdempotencyMismatch | IdempotencyConflict)['code'];

/** All faults of one NewPet in one message. */
export class InvalidNewPet extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'invalid_new_pet';

  constructor(faults: readonly DomainError[]) {
    super(faults.map((fault) => fault.message).join('; '));
  }
}

export class PetNotFound extends DomainError {
  readonly kind = 'not-found';
  readonly code = 'pet_not_found';

  constructor() {
    super('There is no animal with this petId.');
  }
}

/** The key belongs to a create with another NewPet. */
export class IdempotencyMismatch extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'idempotency_mismatch';

  constructor() {
    super('This Idempotency-Key has created an animal from another NewPet: a new create needs a new key.');
  }
}

/** Another create with the same key has not finished. */
export class IdempotencyConflict extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'idempotency_conflict';

  constructor() {
    super('A create with this Idempotency-Key is still at work: repeat it later to learn what became of it.');
  }
}
