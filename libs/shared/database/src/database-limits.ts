/** How the database is used: how much is waited for it, how long, in milliseconds, and what may be left on a connection. */
export interface DatabaseLimits {
  /** Connections that are open at most. */
  readonly poolSize: number;
  /** Callers who may wait for one of them; who comes then is refused at once. */
  readonly poolQueue: number;
  /** Until there is a connection, a new one or one of the pool's. */
  readonly connectTimeout: number;
  /** Until a statement is done. */
  readonly statementTimeout: number;
  /** Whether statements may be kept by name on a connection: not behind a pooler that gives it to others in between. */
  readonly prepare: boolean;
}

/** For work that an operator waits for. */
export const operatorLimits: DatabaseLimits = {
  poolSize: 4,
  poolQueue: Infinity,
  connectTimeout: 5_000,
  statementTimeout: 30_000,
  prepare: true,
};

/** For migrations: an index takes its time. */
export const migrationLimits: DatabaseLimits = { ...operatorLimits, statementTimeout: 600_000 };

/**
 * The part of the statement's time that it may wait for a lock: PostgreSQL then reports that it did nothing. Of 1.5 s it
 * leaves 1.35 s, more than the 1.2 s that a stall may take.
 */
const lockShare = 0.9;

/** Milliseconds that the driver waits longer than PostgreSQL does: as long as that answers, it is the one to end it. */
const driverPatience = 100;

/** The same as node-postgres takes it: the inner limit ends first. */
export function driverLimits({ poolSize, connectTimeout, statementTimeout }: DatabaseLimits) {
  return {
    max: poolSize,
    connectionTimeoutMillis: connectTimeout,
    lock_timeout: Math.ceil(statementTimeout * lockShare),
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: statementTimeout,
    query_timeout: longestStatement({ statementTimeout }),
  };
}

/** Milliseconds after which the driver has got an answer to a statement, or has closed its connection. */
export function longestStatement({ statementTimeout }: Pick<DatabaseLimits, 'statementTimeout'>): number {
  return statementTimeout + driverPatience;
}
