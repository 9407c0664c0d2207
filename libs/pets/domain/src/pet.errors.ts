import { DomainError } from '@petstore/kernel';

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

/** An order reserves the pet, so only the order may change the pet's status. */
export class PetHasOrder extends DomainError {
  readonly code = 'pet_has_order';

  constructor() {
    super('An order has reserved the animal: complete or cancel the order to change the status.');
  }
}

/** The position belongs to a history that a restore, a promotion or a move has ended. */
export class CursorGone extends DomainError {
  readonly code = 'cursor_gone';

  constructor() {
    super(
      'The cursor belongs to a state of the database that no longer exists. Request a cursor for the present, read all pages of ' +
        'listPets again, then continue with that cursor.',
    );
  }
}
