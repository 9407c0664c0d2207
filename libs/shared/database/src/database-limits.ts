/** Limits of the connections and statements of a process. Times are in milliseconds. */
export interface DatabaseLimits {
  /** Maximum number of open connections. */
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

/** The default maximum time of a statement of the service. */
export const defaultStatementTimeout = 1_500;

/** Limits of commands that an operator runs. */
export const commandLineLimits: DatabaseLimits = {
  poolSize: 4,
  connectTimeout: 5_000,
  statementTimeout: 30_000,
  ofService: defaultStatementTimeout,
};

/** Limits of migrations: one connection migrates, another one watches it. PostgreSQL and node-postgres take 0 as no timeout. */
export const migrationLimits: DatabaseLimits = { ...commandLineLimits, poolSize: 2, statementTimeout: 0 };

/** Milliseconds by which the driver's timeout exceeds PostgreSQL's, so that PostgreSQL ends the statement if it can answer. */
const driverMargin = 100;

/** Returns the options of node-postgres for the pool and its time limits. `startupOptions` has the timeouts of PostgreSQL. */
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
