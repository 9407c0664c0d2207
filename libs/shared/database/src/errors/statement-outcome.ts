import pg from 'pg';

/**
 * The effect of a failed statement.
 * - `not sent`: none. PostgreSQL did not receive the statement.
 * - `rejected`: none. PostgreSQL reported an ERROR about the statement.
 * - `unknown`: it may have been executed and committed.
 */
export type StatementOutcome = 'not sent' | 'rejected' | 'unknown';

/** An error that a statement or the wait for a connection has thrown. TypeORM copies its members to the error around it. */
export interface StatementError extends Error {
  readonly outcome: StatementOutcome;
  /** SQLSTATE, if PostgreSQL reported the error. */
  readonly code?: string;
}

/** SQLSTATEs that decide what is done next. */
export const sqlState = {
  uniqueViolation: '23505',
  /** The server is no longer the primary. A new connection may reach the new one. */
  readOnly: '25006',
  deadlock: '40P01',
  insufficientPrivilege: '42501',
  /** The statement exceeded `lock_timeout`. */
  lockNotAvailable: '55P03',
} as const;

/**
 * SQLSTATE classes and codes of errors about a statement, after which PostgreSQL has rolled it back: SQL and PL/pgSQL (20, 21, 24, 2D,
 * 2F, 34, 38, 39, P0), data (22), constraints (23, 44), deadlock and serialization (40, without 40003 statement_completion_unknown),
 * names and rights (3F, 42), limits such as the size of an index entry (54), locks and states of objects (55), an old snapshot (72),
 * read-only (25006), cancelled (57014). Poolers report others, too (08, 28, 57, 58, XX). After 0A, 25P02 and 26, which concern the
 * session, a new connection helps.
 */
const rejections = /^(?:2[0-4DF]|3[489F]|40(?!003)|42|44|54|55|72|P0|25006|57014)/;

/**
 * SQLSTATE classes and codes of temporary failures: deadlock or serialization failure (40), out of disk, memory or connections
 * (53), lock timeout (55P03), cancelled (57014), read-only (25006).
 */
export const transientSqlStates = /^(?:40|53|55P03|57014|25006)/;

/**
 * SQLSTATE classes and codes of failures that depend on the data of a row: data exceptions (22), violated constraints (23),
 * exceptions that a trigger raises (P0001). Poolers do not send them, so PostgreSQL has rolled back the statement. Other errors, such
 * as those about the table, the SQL or a privilege, would fail every row.
 */
const rowSqlStates = /^(?:22|23|P0001)/;

/** SQLSTATEs of a name of a prepared statement that the session does not know, and of one that it has already. */
const refusedNames = ['26000', '42P05'];

/** Out of disk, memory or connections. A pooler reports the last one about itself. */
const resources = /^53/;

/** Severities that end a session. Some poolers report them with any SQLSTATE. */
const endOfSession = /^(?:FATAL|PANIC)$/;

/**
 * Returns the outcome of a statement that was sent and has failed. Only listed errors count as `rejected`: a pooler that loses its
 * server after COMMIT reports an error, too. A severity that PostgreSQL has translated is not recognised, but PostgreSQL ends sessions
 * with codes that are not listed.
 */
export function outcomeOf(error: unknown): Exclude<StatementOutcome, 'not sent'> {
  if (!(error instanceof pg.DatabaseError)) return 'unknown';
  const { code = '', severity = '' } = error;
  if (endOfSession.test(severity)) return 'unknown';
  if (resources.test(code)) return severity === 'ERROR' ? 'rejected' : 'unknown';
  return rejections.test(code) ? 'rejected' : 'unknown';
}

/** Whether PostgreSQL rejected the statement because of one row. The other rows may succeed in another statement. */
export function isRowError(error: unknown): boolean {
  const { outcome, code = '' } = (error ?? {}) as Partial<StatementError>;
  return outcome === 'rejected' && rowSqlStates.test(code);
}

/** Whether PostgreSQL has refused a prepared statement because of its name, before it executed anything. */
export function isNameRefused(error: Error): boolean {
  const { code = '', severity = '' } = error as pg.DatabaseError;
  return !endOfSession.test(severity) && (refusedNames.includes(code) || isOutdated(error));
}

/**
 * Whether the result of a prepared statement would now have other columns or types: "cached plan must not change result type". The SQLSTATE
 * feature_not_supported has other causes, too, and PostgreSQL translates the message.
 */
export function isOutdated(error: Error): boolean {
  const { code, routine } = error as pg.DatabaseError;
  return code === '0A000' && routine === 'RevalidateCachedQuery';
}

export function withOutcome<E extends Error>(error: E, outcome: StatementOutcome): E & StatementError {
  return Object.assign(error, { outcome });
}
