/** Limits of the use of the database. Times are in milliseconds. */
export interface DatabaseLimits {
  /** Maximum number of open connections. */
  readonly poolSize: number;
  /** Maximum number of callers that wait for a connection. The next caller fails immediately. */
  readonly poolQueue: number;
  /** Maximum time to get a connection, new or from the pool. */
  readonly connectTimeout: number;
  /** Maximum time of a statement. */
  readonly statementTimeout: number;
  /** Whether to use named prepared statements. Must be false behind a pooler that shares sessions between clients. */
  readonly prepare: boolean;
}

/** For commands that an operator runs. */
export const commandLineLimits: DatabaseLimits = {
  poolSize: 4,
  poolQueue: Infinity,
  connectTimeout: 5_000,
  statementTimeout: 30_000,
  prepare: true,
};

/** For migrations: creating an index can take minutes. */
export const migrationLimits: DatabaseLimits = { ...commandLineLimits, statementTimeout: 600_000 };

/**
 * Share of the statement timeout that a statement may wait for a lock. When it elapses, PostgreSQL reports that the statement
 * did nothing. Of 1.5 s it is 1.35 s, more than the 1.2 s of the longest stall that must succeed.
 */
const lockShare = 0.9;

/** Milliseconds by which the driver's timeout exceeds PostgreSQL's, so that PostgreSQL ends the statement if it can answer. */
const driverMargin = 100;

/** The limits as options of node-postgres. Timeouts are nested: the inner one elapses first. */
export function driverLimits({ poolSize, connectTimeout, statementTimeout }: DatabaseLimits) {
  return {
    max: poolSize,
    connectionTimeoutMillis: connectTimeout,
    lock_timeout: Math.ceil(statementTimeout * lockShare),
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: statementTimeout,
    query_timeout: maxStatementTime({ statementTimeout }),
  };
}

/** Milliseconds after which the driver has received the answer to a statement or has closed the connection. */
export function maxStatementTime({ statementTimeout }: Pick<DatabaseLimits, 'statementTimeout'>): number {
  return statementTimeout + driverMargin;
}
