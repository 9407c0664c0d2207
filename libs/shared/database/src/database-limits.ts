/** How much is waited for the database, and how long, in milliseconds. */
export interface DatabaseLimits {
  /** Connections that are open at most. */
  readonly poolSize: number;
  /** Callers who may wait for one of them; who comes then is refused at once. */
  readonly poolQueue: number;
  /** Until there is a connection, a new one or one of the pool's. */
  readonly connectTimeout: number;
  /** Until a statement is done; 0 is for ever. */
  readonly statementTimeout: number;
}

/** For work that an operator waits for: a statement may take as long as it likes, a connection may not. */
export const patientLimits: DatabaseLimits = {
  poolSize: 4,
  poolQueue: Infinity,
  connectTimeout: 5_000,
  statementTimeout: 0,
};

/** Of the statement's time, what may be spent waiting for another's lock: who is refused then knows that nothing was done. */
const lockShare = 0.8;

/** Milliseconds that the driver waits longer than PostgreSQL does: as long as that answers, it is the one to end it. */
const driverPatience = 100;

/** The same as node-postgres takes it: the inner limit ends first. */
export function driverLimits({ poolSize, connectTimeout, statementTimeout }: DatabaseLimits) {
  const sooner = { max: poolSize, connectionTimeoutMillis: connectTimeout };
  if (statementTimeout === 0) return sooner;
  return {
    ...sooner,
    lock_timeout: Math.ceil(statementTimeout * lockShare),
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: statementTimeout,
    query_timeout: statementTimeout + driverPatience,
  };
}
