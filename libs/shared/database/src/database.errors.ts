import { DomainError } from '@petstore/kernel';
import type { StatementError } from './statement-outcome.ts';

/** The statement failed and changed nothing. A retry may succeed. */
export class DatabaseUnavailable extends DomainError {
  readonly code = 'service_unavailable';

  constructor(cause: unknown) {
    super('The database cannot execute the request at the moment. Try again.', { cause });
  }
}

/** PostgreSQL did not respond to a change. The change may have been committed. */
export class OutcomeUnknown extends DomainError {
  readonly code = 'outcome_unknown';

  /** @param transactionId id of the transaction, if its outcome can be found with it */
  constructor(cause: unknown, transactionId?: string) {
    const remedy = transactionId
      ? ` To find out, run "SELECT pg_xact_status('${transactionId}')" in psql (committed: it was made; aborted: it was not).`
      : '';
    super(`The database was lost before it answered: the change may or may not have been made.${remedy}`, { cause });
  }
}

/**
 * SQLSTATE classes and codes of temporary failures: deadlock or serialization failure (40), out of disk, memory or connections
 * (53), lock timeout (55P03), cancelled (57014), read-only (25006).
 */
const transientSqlStates = /^(?:40|53|55P03|57014|25006)/;

/**
 * SQLSTATE classes and codes of failures that depend on the data of a row: data exceptions (22), violated constraints (23),
 * exceptions that a trigger raises (P0001). Poolers do not send them, so PostgreSQL has rolled back the statement. Other errors, such
 * as those about the table, the SQL or a privilege, would fail every row.
 */
const rowSqlStates = /^(?:22|23|P0001)/;

/**
 * Returns a function for a promise's `catch` that throws DatabaseUnavailable or OutcomeUnknown for a failed statement. It rethrows
 * an ERROR about the statement itself, such as a violated constraint, and an error that does not come from a statement.
 * @param effect whether the statement can change data
 * @param transactionId for the message of OutcomeUnknown
 */
export function translate(effect: 'read' | 'change', transactionId?: string): (error: unknown) => never {
  return (error) => {
    const { outcome, code = '' } = (error ?? {}) as Partial<StatementError>;
    if (outcome === undefined || (outcome === 'rejected' && !transientSqlStates.test(code))) throw error;
    if (effect === 'change' && outcome === 'unknown') throw new OutcomeUnknown(error, transactionId);
    throw new DatabaseUnavailable(error);
  };
}

/** Whether PostgreSQL rejected the statement because of one row. The other rows may succeed in another statement. */
export function isRowError(error: unknown): boolean {
  const { outcome, code = '' } = (error ?? {}) as Partial<StatementError>;
  return outcome === 'rejected' && rowSqlStates.test(code);
}
