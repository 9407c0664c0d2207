// Access to PostgreSQL, external or embedded: connections, migrations, batching, errors.
// Imports no context: the apps pass the tables and migrations of each context. Reads no environment variables.
import './connection/navigator-polyfill.ts';

export { advisoryLocks } from './migrations/advisory-locks.ts';
export { batchLoader, readUntilAborted } from './batching/batch.ts';
export { Database } from './database.ts';
export {
  commandLineLimits,
  defaultStatementTimeout,
  statementTimeoutRange,
  maxEmbeddedPoolSize,
  type DatabaseLimits,
} from './connection/database-limits.ts';
export { databaseSettings, type DatabaseSettings } from './settings/database-settings.ts';
export { describeDatabase } from './settings/describe-database.ts';
export { DatabaseUnavailable, OutcomeUnknown, translate } from './errors/database.errors.ts';
export { isRowError } from './errors/statement-outcome.ts';
export { IdsTaken, statementFailure, UnsupportedServer } from './errors/operator.errors.ts';
export type { Persistence } from './connection/data-source.ts';
export { onPoolWait, partOfPool, poolState, readRows } from './connection/pool.ts';
export { SharedReads } from './batching/shared-reads.ts';
export {
  deleteExpiredKeys,
  IdempotencyKeys,
  idempotencyPersistence,
  type KeyedRequest,
} from './idempotency/idempotency-keys.ts';
export { drawInTransaction, drawUntilFree, maxDraws } from './migrations/sequences.ts';
export { runnerOf, TypeOrmTransaction, TypeOrmTransactions } from './transactions/typeorm-transactions.ts';
