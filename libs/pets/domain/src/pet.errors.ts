import { DomainError } from '@petstore/kernel';
import type { PetStatus } from './pet.value-objects.ts';

/** Lists every validation error of one NewPet in its message. */
export class InvalidNewPet extends DomainError {
  readonly code = 'invalid_new_pet';

  constructor(errors: readonly DomainError[]) {
    super(errors.map((error) => error.message).join('; '));
  }
}

export class PetNotFound extends DomainError {
  readonly code = 'pet_not_found';

  constructor() {
    super('There is no animal with this petId.');
  }
}

/** An order reserves the pet, so only the order may change the pet's status, and nobody may remove the pet. */
export class PetHasOrder extends DomainError {
  readonly code = 'pet_has_order';

  constructor() {
    super(
      'An order has reserved the animal: complete or cancel the order to change the status or to delete the animal.',
    );
  }
}

/** Another order has reserved the pet, or the pet is adopted. */
export class PetNotAvailable extends DomainError {
  readonly code = 'pet_not_available';

  constructor(status: PetStatus) {
    super(`The animal is ${status}: only an available animal can be ordered.`);
  }
}

/** The status of the pet does not allow what its order asks for. The message is the broken rule. */
export class InvalidPetTransition extends DomainError {
  readonly code = 'invalid_pet_transition';
}

/** The pet has changed since the client read it. */
export class PetChanged extends DomainError {
  readonly code = 'precondition_failed';

  constructor() {
    super(
      'The animal has changed: If-Match has no tag of its present version. Nothing was done. Read the animal again.',
    );
  }
}
