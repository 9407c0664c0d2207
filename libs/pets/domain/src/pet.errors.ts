import { DomainError } from '@petstore/kernel';

/** Codes of the errors that a use case of this context throws. */
export type PetsErrorCode = (InvalidNewPet | PetNotFound)['code'];

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
