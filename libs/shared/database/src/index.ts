// Access to PostgreSQL, external or embedded: connections, migrations, batching, errors.
// Imports no context: the apps pass the tables and migrations of each context. Reads no environment variables.
import './navigator-polyfill.ts';

export { advisoryLocks } from './advisory-locks.ts';
export { batchOptions, readUntilAborted } from './batch.ts';
export { Database } from './database.ts';
export {
  commandLineLimits,
  defaultStatementTimeout,
  statementTimeoutRange,
  maxEmbeddedPoolSize,
  type DatabaseLimits,
} from './database-limits.ts';
export { databaseSettings, type DatabaseSettings } from './settings.ts';
export { describeDatabase } from './describe-database.ts';
export { DatabaseUnavailable, OutcomeUnknown, translate } from './database.errors.ts';
export { isRowError } from './statement-outcome.ts';
export {
  IdsTaken,
  rethrowStatementFailure,
  SchemaOutdated,
  statementFailure,
  UnsupportedServer,
} from './open-database.errors.ts';
export type { Persistence } from './data-source.ts';
export { onPoolWait, partOfPool, poolState } from './pool.ts';
export { SharedReads } from './shared-reads.ts';
export {
  IdempotencyKeys,
  idempotencyPersistence,
  TypeOrmIdempotencyKeyRepository,
  type KeyedRequest,
} from './idempotency/idempotency-keys.ts';
export { drawInTransaction, drawUntilFree, maxDraws } from './sequences.ts';
export { runnerOf, TypeOrmTransaction, TypeOrmTransactions } from './typeorm-transactions.ts';
