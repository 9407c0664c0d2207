import { DomainError } from '@petstore/kernel';
import { failureOf } from './statement-failure.ts';

/** The database did not do what was asked, and certainly changed nothing; trying again later may help. */
export class DatabaseUnavailable extends DomainError {
  readonly kind = 'unavailable';
  readonly code = 'service_unavailable';

  constructor(cause: unknown) {
    super('The database cannot be reached at the moment.', { cause });
  }
}

/** A change was sent and no answer came: it may have been made. */
export class OutcomeUnknown extends DomainError {
  readonly kind = 'unavailable';
  readonly code = 'outcome_unknown';

  constructor(cause: unknown) {
    super('The database was lost before it answered: the change may or may not have been made.', { cause });
  }
}

/**
 * SQLSTATE classes and codes of statements that PostgreSQL rejects for a reason that passes: deadlock or serialization
 * failure (40), out of disk, memory or connections (53), waited too long for a lock (55P03), cancelled or shutting down (57),
 * input/output error (58), read-only (25006).
 */
const passing = /^(?:40|53|55P03|57|58|25006)/;

/**
 * For a promise's `catch`: throws DatabaseUnavailable or OutcomeUnknown for a failed statement. An ERROR about the statement
 * itself (a violated constraint, say), and an error that is no statement's, are thrown as they came.
 * @param asked whether the statement would have changed anything
 */
export function translate(asked: 'read' | 'change'): (failure: unknown) => never {
  return (failure) => {
    throw asDomainError(failure, asked);
  };
}

/** Whether PostgreSQL rejected the statement for what it says: it did nothing, and another statement may succeed. */
export function isRejection(error: unknown): boolean {
  return failureOf(error) === 'rejected' && !isPassing(error);
}

function asDomainError(error: unknown, asked: 'read' | 'change'): unknown {
  const failure = failureOf(error);
  if (failure === undefined || isRejection(error)) return error;
  return asked === 'change' && failure === 'unknown' ? new OutcomeUnknown(error) : new DatabaseUnavailable(error);
}

function isPassing(error: unknown): boolean {
  return passing.test(String((error as { code?: unknown }).code));
}
