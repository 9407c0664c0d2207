// The PostgreSQL everything is kept in: yours by address, or a real one of the workspace's own; its schema, its failures.
// Knows no context: each context's infrastructure brings its tables and migrations, the apps hand them over.
// Reads no environment: the apps do.
export { databaseSettings, withoutSecrets, type DatabaseSettings } from './database-settings.ts';
export { openDatabase, type Database, type Persistence } from './open-database.ts';
export { DatabaseUnavailable, OutcomeUnknown, translate } from './database.errors.ts';
export { poolState, type PoolState } from './pool-state.ts';
export { onPoolWait } from './pool-waits.ts';
export { EmbeddedPostgres } from './embedded/embedded-postgres.ts';
export { InvalidSetting, OperatorError, reasonOf } from './operator-error.ts';
