import { DomainError } from './domain-error.ts';

/** The time limit of a request passed before the operation ended, and the operation changed nothing. */
export class TimeLimitExceeded extends DomainError {
  readonly code = 'service_unavailable';

  constructor() {
    super('The service could not answer in time.');
  }
}

/** The key was used for a request that creates another kind of resource or has another body. */
export class IdempotencyMismatch extends DomainError {
  readonly code = 'idempotency_mismatch';

  constructor() {
    super('This Idempotency-Key belongs to another request: a new request needs a new key.');
  }
}

export class IdempotencyConflict extends DomainError {
  readonly code = 'idempotency_conflict';

  constructor() {
    super('A request with this Idempotency-Key is still in progress: repeat it later to get its result.');
  }
}

/** The log does not have the event of the position, because the database was restored to an earlier state. */
export class CursorGone extends DomainError {
  readonly code = 'cursor_gone';

  constructor() {
    super(
      'The cursor belongs to a state of the database that no longer exists. Request a cursor with start=latest, read all pages of ' +
        'listPets again, then continue with that cursor.',
    );
  }
}

/** Codes of the InvalidValues that the kernel throws. */
export type KernelErrorCode = 'invalid_page_limit' | 'invalid_idempotency_key';
