// The PostgreSQL everything is kept in: yours by address, or a real one of the workspace's own; its schema, its failures.
// Knows no context: each context's infrastructure brings its tables and migrations, the apps hand them over.
// Reads no environment: the apps do.
import './navigator.ts';

export { advisoryLocks } from './advisory-locks.ts';
export { answerCalls, answerCallsAlike, failWaiting, type SharedStatement } from './batching/answer-calls.ts';
export { batcher, serialBatcher } from './batching/batcher.ts';
export { Call } from './batching/call.ts';
export { Database } from './database.ts';
export {
  DatabaseUnavailable,
  DeadlinePassed,
  isRowError,
  OutcomeUnknown,
  translate,
  type DatabaseErrorCode,
} from './database.errors.ts';
export { longestStatement, operatorLimits, type DatabaseLimits } from './database-limits.ts';
export { databaseSettings, type DatabaseSettings } from './database-settings.ts';
export type { Persistence } from './data-source.ts';
export { poolState, type PoolState } from './pool-state.ts';
export { onPoolWait } from './pool-waits.ts';
export { EmbeddedPostgres } from './embedded/embedded-postgres.ts';
export { PreparedStatement } from './prepared-statement.ts';
export { inTransaction } from './transaction.ts';
