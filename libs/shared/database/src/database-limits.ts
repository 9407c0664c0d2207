/** Limits of the connections and statements of a process. Times are in milliseconds. */
export interface DatabaseLimits {
  /** Maximum number of open connections. */
  readonly poolSize: number;
  /** Maximum time to get a connection, new or from the pool. */
  readonly connectTimeout: number;
  /** Maximum time of a statement; 0 for no limit. */
  readonly statementTimeout: number;
}

/** Limits of commands that an operator runs. */
export const commandLineLimits: DatabaseLimits = {
  poolSize: 4,
  connectTimeout: 5_000,
  statementTimeout: 30_000,
};

/** Limits of migrations. PostgreSQL and node-postgres take 0 as no timeout. */
export const migrationLimits: DatabaseLimits = { ...commandLineLimits, poolSize: 1, statementTimeout: 0 };

/**
 * Ratio of the lock timeout to the statement timeout. The lock timeout elapses first, so that PostgreSQL reports that the
 * statement waited for a lock. For 1.5 s it is 1.35 s, because a statement must survive a stall of 1.2 s.
 */
const lockTimeoutRatio = 0.9;

/** Milliseconds by which the driver's timeout exceeds PostgreSQL's, so that PostgreSQL ends the statement if it can answer. */
const driverMargin = 100;

/**
 * Returns the options of node-postgres for the pool and the timeouts. A lock wait ends before its statement, and PostgreSQL ends a
 * statement before the driver does.
 */
export function driverLimits({ poolSize, connectTimeout, statementTimeout }: DatabaseLimits) {
  return {
    max: poolSize,
    connectionTimeoutMillis: connectTimeout,
    lock_timeout: Math.ceil(statementTimeout * lockTimeoutRatio),
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: statementTimeout,
    query_timeout: statementTimeout && statementTimeout + driverMargin,
  };
}
