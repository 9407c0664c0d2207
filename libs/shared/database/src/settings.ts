// The settings of the database. Loads neither TypeORM nor pg, so that a program can report an invalid setting soon after its start.
export {
  commandLineLimits,
  defaultStatementTimeout,
  maxEmbeddedPoolSize,
  type DatabaseLimits,
} from './database-limits.ts';
export { databaseSettings, type DatabaseSettings } from './database-settings.ts';
