import { DomainError } from '@petstore/kernel';

/** A value the store does not accept; the message names the field and what is allowed there. */
abstract class InvalidValue extends DomainError {
  readonly kind = 'invalid';

  constructor(field: string, given: unknown, allowed: string) {
    super(given === undefined ? `${field} is required: it must be ${allowed}` : `${field} must be ${allowed}`);
  }
}

export class InvalidPetName extends InvalidValue {
  readonly code = 'invalid_pet_name';

  constructor(given: unknown, allowed: string) {
    super('name', given, allowed);
  }
}

export class InvalidCategoryId extends InvalidValue {
  readonly code = 'invalid_category_id';

  constructor(given: unknown, allowed: string) {
    super('categoryId', given, allowed);
  }
}

export class InvalidPetStatus extends InvalidValue {
  readonly code = 'invalid_pet_status';

  constructor(given: unknown, allowed: string) {
    super('status', given, allowed);
  }
}

export class InvalidPageLimit extends InvalidValue {
  readonly code = 'invalid_page_limit';

  constructor(given: unknown, allowed: string) {
    super('limit', given, allowed);
  }
}

export class InvalidIdempotencyKey extends InvalidValue {
  readonly code = 'invalid_idempotency_key';

  constructor(given: unknown, allowed: string) {
    super('Idempotency-Key', given, allowed);
  }
}

/** All that is wrong with one NewPet, told together. */
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

/** The key names a create of another animal. */
export class IdempotencyMismatch extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'idempotency_mismatch';

  constructor() {
    super('This Idempotency-Key has created an animal from another NewPet: a new create needs a new key.');
  }
}

/** The create that the key names is still at work. */
export class IdempotencyConflict extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'idempotency_conflict';

  constructor() {
    super('A create with this Idempotency-Key is still at work: repeat it later to learn what became of it.');
  }
}
