import { DomainError } from '@petstore/kernel';
import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { transientSqlStates, type StatementError } from './statement-outcome.ts';

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
 * Returns a function for a promise's `catch` that throws DatabaseUnavailable or OutcomeUnknown for a failed statement. It rethrows
 * an ERROR about the statement itself, such as a violated constraint, and an error that does not come from a statement.
 * @param effect whether the statement can change data
 * @param transactionId for the message of OutcomeUnknown
 */
export function translate(effect: 'read' | 'change', transactionId?: string): (error: unknown) => never {
  return (error) => {
    if (isConnectionLost(error)) throw new DatabaseUnavailable(error);
    const { outcome, code = '' } = (error ?? {}) as Partial<StatementError>;
    if (outcome === undefined || (outcome === 'rejected' && !transientSqlStates.test(code))) throw error;
    if (effect === 'change' && outcome === 'unknown') throw new OutcomeUnknown(error, transactionId);
    throw new DatabaseUnavailable(error);
  };
}

/** Whether the connection ended between two statements. TypeORM then releases the runner, and rejects every statement without sending it. */
function isConnectionLost(error: unknown): boolean {
  return error instanceof QueryRunnerAlreadyReleasedError || error instanceof QueryRunnerProviderAlreadyReleasedError;
}
