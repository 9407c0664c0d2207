// How many connections there may be, and how long everything may wait. All times are in milliseconds.

/** Limits of the connections and statements of a process. */
export interface DatabaseLimits {
  readonly poolSize: number;
  /** Maximum time to get a connection, new or from the pool. */
  readonly connectTimeout: number;
  /** Maximum time of a statement; 0 for no limit. */
  readonly statementTimeout: number;
  /**
   * In commands: the maximum time of a statement of the service. Behind a pooler that ignores the timeouts of a session, those of the role
   * apply, which are for the service. So commands accept them, and propose no others.
   */
  readonly ofService?: number;
}

/** DATABASE_STATEMENT_TIMEOUT, the maximum time of a statement of the service. */
export const defaultStatementTimeout = 1_500;
export const statementTimeoutRange = [10, 60_000] as const;

export const commandLineLimits: DatabaseLimits = {
  poolSize: 4,
  connectTimeout: 5_000,
  statementTimeout: 30_000,
  ofService: defaultStatementTimeout,
};

/** Limits of migrations: one connection migrates, another one watches it. */
export const migrationLimits: DatabaseLimits = { ...commandLineLimits, poolSize: 2, statementTimeout: 0 };

/** How long a migration waits for locks. */
export const migrationLockTimes = {
  /**
   * For one lock of a table. Statements that need the table queue behind a migration that waits. This only delays requests, because their
   * own lock timeout is longer. An autovacuum gives way after PostgreSQL's `deadlock_timeout`, by default 1 s.
   */
  lockTimeout: 1_200,
  /** Between two attempts. The statements that queued are executed meanwhile. */
  pause: 2_000,
  /** After which a migration that gets no lock fails. */
  limit: 60_000,
  /** Between two looks at the sessions for which the migration waits. */
  watchInterval: 1_000,
};

/**
 * Ratio of the lock timeout to the statement timeout. The lock timeout elapses first, so that PostgreSQL reports that the statement waited
 * for a lock, but so late that a stall of the database of 1.2 s is only a delay.
 */
const lockTimeoutRatio = 0.9;

/** Returns PostgreSQL's timeouts of a session. */
export function sessionTimeouts(statementTimeout: number): Readonly<Record<string, string>> {
  return {
    statement_timeout: String(statementTimeout),
    lock_timeout: String(Math.ceil(statementTimeout * lockTimeoutRatio)),
    idle_in_transaction_session_timeout: String(statementTimeout),
  };
}

/** By how much the driver's timeout exceeds PostgreSQL's, so that PostgreSQL ends the statement if it can answer. */
const driverMargin = 100;

/** Returns the options of node-postgres for the pool and its time limits. */
export function driverLimits({ poolSize, connectTimeout, statementTimeout }: DatabaseLimits) {
  return {
    max: poolSize,
    connectionTimeoutMillis: connectTimeout,
    query_timeout: statementTimeout && statementTimeout + driverMargin,
  };
}

/** Connections that the embedded PostgreSQL accepts: enough for ten instances with the default pool and for operators. */
export const embeddedConnections = 200;

/** The largest pool of an instance with the embedded PostgreSQL. It leaves connections to commands and to a second instance. */
export const maxEmbeddedPoolSize = 150;
