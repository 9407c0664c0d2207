import { serverSettingDeclarations as server } from '@petstore/bootstrap/settings';
import { databaseLocationSettings, driverSettings } from '@petstore/database/settings';
import {
  baseUrlParser,
  optionalSetting,
  parseCount,
  parseMilliseconds,
  parseSwitch,
  setting,
  type SettingGroup,
} from '@petstore/settings';
import { versionPrefix } from './paths.ts';

/** The settings of the connections to the database. */
export const databaseLimitSettings = {
  poolSize: setting('DATABASE_POOL_SIZE', parseCount, {
    default: '10',
    meaning: 'maximum number of database connections of an instance',
  }),
  poolQueue: setting('DATABASE_POOL_QUEUE', parseCount, {
    default: '1000',
    meaning: 'maximum number of callers that wait for a connection; further ones get 503 at once',
  }),
  connectTimeout: setting('DATABASE_CONNECT_TIMEOUT', parseMilliseconds, {
    default: '1500',
    meaning: 'time to get a connection, new or pooled',
  }),
  statementTimeout: setting('DATABASE_STATEMENT_TIMEOUT', parseMilliseconds, {
    default: '1500',
    meaning: 'time of a statement; it may wait for a lock for nine tenths of it',
  }),
  prepare: setting('DATABASE_PREPARE', parseSwitch, {
    default: 'on',
    meaning: 'whether statements have names; off for poolers that cannot keep prepared statements',
  }),
};

export const betaSettings = {
  beta: setting('BETA', parseSwitch, {
    default: 'off',
    meaning: 'whether the service has the beta operations: orders, changes of animals and the change feed',
  }),
};

export const batchingSettings = {
  batching: setting('BATCHING', parseSwitch, {
    default: 'on',
    meaning: 'whether concurrent statements of one kind are combined',
  }),
};

/** The servers that the OpenAPI document lists. */
export const deploymentSettings = {
  production: optionalSetting('PRODUCTION_URL', baseUrlParser(versionPrefix), {
    meaning: 'base address of the production deployment, for the OpenAPI document',
  }),
  staging: optionalSetting('STAGING_URL', baseUrlParser(versionPrefix), {
    meaning: 'base address of the staging deployment, for the OpenAPI document',
  }),
};

/** The declarations of all settings of the service. */
export const settingGroups: readonly SettingGroup[] = [
  { title: 'Service', settings: { ...server.listenerSettings, ...betaSettings } },
  { title: 'Database', settings: { ...databaseLocationSettings, ...databaseLimitSettings } },
  { title: 'Parts that DATABASE_URL lacks', settings: driverSettings },
  { title: 'Log', settings: server.logSettings },
  { title: 'Metrics', settings: server.metricsSettings },
  { title: 'Requests and connections', settings: { ...server.requestSettings, ...server.clientSettings } },
  { title: 'OpenAPI document', settings: deploymentSettings },
  { title: 'For measurements only', settings: { ...batchingSettings, ...server.tuningSettings } },
];
