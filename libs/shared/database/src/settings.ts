// The settings of the database. Loads neither TypeORM nor pg, so that a program can report an invalid setting soon after its start.
export { commandLineLimits, responseTimeMinimums, type DatabaseLimits } from './database-limits.ts';
export { databaseSettings, describeDatabase, type DatabaseSettings } from './database-settings.ts';
export { databaseLimitSettings, databaseLocationSettings, driverSettings } from './database-setting-declarations.ts';
export { databaseVariables } from './database-variables.ts';
