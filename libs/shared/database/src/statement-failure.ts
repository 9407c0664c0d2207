/**
 * The possible effect of a failed statement.
 * - `not sent`: nothing. PostgreSQL did not receive the statement.
 * - `rejected`: nothing. PostgreSQL reported an ERROR for the statement, and the connection stayed usable.
 * - `unknown`: it may have been executed and committed. Causes: FATAL, PANIC, an error about the connection or the server, a
 *   lost connection, a malformed or missing response.
 */
export type StatementFailure = 'not sent' | 'rejected' | 'unknown';

const failures = new WeakMap<object, StatementFailure>();

export function recordFailure<E extends Error>(error: E, failure: StatementFailure): E {
  failures.set(error, failure);
  return error;
}

/** Returns the recorded failure of a driver error, or of TypeORM's error around it; undefined for every other error. */
export function failureOf(error: unknown): StatementFailure | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { driverError } = error as { driverError?: object };
  return failures.get(driverError ?? error);
}

/**
 * SQLSTATEs of a prepared statement that the connection cannot execute: its result types have changed ("cached plan must not
 * change result type", 0A000), it does not exist (26000), or another one has its name (42P05).
 */
const unusable = new Set<unknown>(['0A000', '26000', '42P05']);

/** Whether PostgreSQL rejected a prepared statement because of the connection's state. The statement was not executed. */
export function isUnusablePreparedStatement(error: unknown): boolean {
  return failureOf(error) === 'rejected' && unusable.has((error as { code?: unknown }).code);
}
