import { DomainError } from '@petstore/kernel';
import type { PetStatus } from './pet.value-objects.ts';

/** Lists every validation error of one NewPet in its message. */
export class InvalidNewPet extends DomainError {
  readonly code = 'invalid_new_pet';

  constructor(errors: readonly DomainError[]) {
    super(errors.map((error) => error.message).join('; '));
  }
}

/** End of a message for the client of a change: the error may be the response to a second sending of its request. */
const earlierSending =
  'an earlier sending of this request may have been executed: browsers, Deno, Bun and proxies repeat a request whose response was lost.';

export class PetNotFound extends DomainError {
  readonly code = 'pet_not_found';

  /** @param isChange whether the pet was to be changed or deleted */
  constructor(isChange = false) {
    super(`There is no animal with this petId.${isChange ? ` If it was there before, ${earlierSending}` : ''}`);
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

export class PetNotAvailable extends DomainError {
  readonly code = 'pet_not_available';

  constructor(status: PetStatus) {
    super(
      `The animal is ${status}: only an available animal can be ordered. Without an Idempotency-Key, ${earlierSending}`,
    );
  }
}

/** The status of the pet does not allow what its order asks for. The message is the broken rule. */
export class InvalidPetTransition extends DomainError {
  readonly code = 'invalid_pet_transition';
}

export class PetChanged extends DomainError {
  readonly code = 'precondition_failed';

  /** @param versions those that the change is meant for; none if the client named only what is no version */
  constructor(versions: readonly number[]) {
    super(
      versions.length > 0
        ? 'The animal has changed: If-Match has no tag of its present version. This request changed nothing. Read the animal ' +
            `again. If it has your update, ${earlierSending}`
        : 'If-Match has no tag of an animal. Nothing was done. Send the ETag of the animal as you received it, such as "3", or * for any.',
    );
  }
}
