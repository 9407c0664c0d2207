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

/** Codes of the errors that statements throw. */
export type DatabaseErrorCode = (DatabaseUnavailable | OutcomeUnknown)['code'];

/** The cause of a failure at the end of the time that a request may take. */
export class DeadlinePassed extends Error {
  constructor() {
    super('the deadline of the request has passed');
  }
}

/**
 * SQLSTATE classes and codes of statements that PostgreSQL rejects for a reason that passes: deadlock or serialization
 * failure (40), out of disk, memory or connections (53), waited too long for a lock (55P03), cancelled (57014), read-only (25006).
 */
const passing = /^(?:40|53|55P03|57014|25006)/;

/**
 * SQLSTATE classes and codes of statements that PostgreSQL rejects for the data of a row: data exceptions (22), violated
 * constraints (23), and exceptions that a trigger raises (P0001). Each of them comes from the execution of the statement, so no
 * pooler sends one. Errors about the table, the SQL or a privilege are not here: every row would fail with them.
 */
const aboutRow = /^(?:22|23|P0001)/;

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

/** Whether PostgreSQL rejected the statement for the data of one of its rows: it did nothing, and the other rows may succeed. */
export function isRowError(error: unknown): boolean {
  return failureOf(error) === 'rejected' && aboutRow.test(codeOf(error));
}

function asDomainError(error: unknown, asked: 'read' | 'change'): unknown {
  const failure = failureOf(error);
  if (failure === undefined || (failure === 'rejected' && !passing.test(codeOf(error)))) return error;
  return asked === 'change' && failure === 'unknown' ? new OutcomeUnknown(error) : new DatabaseUnavailable(error);
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown }).code);
}
