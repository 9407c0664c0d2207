/**
 * What a failed statement can have done.
 * - `not sent`: nothing; PostgreSQL never got it.
 * - `rejected`: nothing; PostgreSQL reported an ERROR for it, which undoes the statement, and the connection stayed usable.
 * - `unknown`: it may have been executed and committed. FATAL, PANIC, an error about the connection or the
 *   server, a lost connection, a damaged or missing answer.
 */
export type StatementFailure = 'not sent' | 'rejected' | 'unknown';

const failures = new WeakMap<object, StatementFailure>();

/** Records what the statement that failed with this error can have done. */
export function recordFailure<E extends Error>(error: E, failure: StatementFailure): E {
  failures.set(error, failure);
  return error;
}

/** What was recorded for an error of the driver, or for TypeORM's error around it; nothing for an error of other code. */
export function failureOf(error: unknown): StatementFailure | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { driverError } = error as { driverError?: object };
  return failures.get(driverError ?? error);
}

/**
 * SQLSTATE of a prepared statement that its connection cannot execute: the types of its result have changed ("cached plan must
 * not change result type", 0A000), the connection does not have it (26000), or has another one of its name (42P05).
 */
const unusable = new Set<unknown>(['0A000', '26000', '42P05']);

/** Whether PostgreSQL rejected a prepared statement for the state of the connection. It has not executed the statement. */
export function isUnusablePreparedStatement(error: unknown): boolean {
  return failureOf(error) === 'rejected' && unusable.has((error as { code?: unknown }).code);
}
