import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readServerSettings, requireAtLeast, type ServerSettings } from '@petstore/bootstrap';
import {
  Batching,
  databaseSettings,
  maxStatementTime,
  type DatabaseLimits,
  type DatabaseSettings,
} from '@petstore/database';
import { parseBaseUrl, parseCount, parseMilliseconds, parseSwitch } from '@petstore/settings';
import type { Deployments } from './document-texts.ts';
import { versionPrefix } from './paths.ts';

export interface Config extends ServerSettings {
  readonly database: DatabaseSettings;
  readonly databaseLimits: DatabaseLimits;
  /** Whether the service combines concurrent statements. Off only to measure what batching saves. */
  readonly batching: Batching;
  /** The servers that the OpenAPI document lists. */
  readonly deployments: Deployments;
}

const workspaceRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/**
 * Reads all settings of the service from environment variables. An empty variable counts as absent.
 * @throws InvalidSetting if a variable has an invalid value, or a timeout is longer than the timeout around it
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const production = parseBaseUrl('PRODUCTION_URL', env['PRODUCTION_URL'], versionPrefix);
  const staging = parseBaseUrl('STAGING_URL', env['STAGING_URL'], versionPrefix);
  const poolSize = parseCount('DATABASE_POOL_SIZE', env['DATABASE_POOL_SIZE'] || '10');
  return requireNestedTimeouts({
    ...readServerSettings(env, poolSize),
    database: databaseSettings(env, workspaceRoot),
    databaseLimits: {
      poolSize,
      poolQueue: parseCount('DATABASE_POOL_QUEUE', env['DATABASE_POOL_QUEUE'] || '1000'),
      connectTimeout: parseMilliseconds('DATABASE_CONNECT_TIMEOUT', env['DATABASE_CONNECT_TIMEOUT'] || '1500'),
      statementTimeout: parseMilliseconds('DATABASE_STATEMENT_TIMEOUT', env['DATABASE_STATEMENT_TIMEOUT'] || '1500'),
      prepare: parseSwitch('DATABASE_PREPARE', env['DATABASE_PREPARE'] || 'on'),
    },
    batching: parseSwitch('BATCHING', env['BATCHING'] || 'on') ? Batching.on : Batching.off,
    deployments: { ...(production && { production }), ...(staging && { staging }) },
  });
}

/**
 * Requires that a timeout of the database ends before the timeout of the response.
 * @throws InvalidSetting if RESPONSE_TIMEOUT is too short
 */
function requireNestedTimeouts(config: Config): Config {
  const { responseTimeout } = config.httpLimits;
  const { connectTimeout } = config.databaseLimits;
  const statement = maxStatementTime(config.databaseLimits);
  requireAtLeast('RESPONSE_TIMEOUT', responseTimeout, connectTimeout, 'DATABASE_CONNECT_TIMEOUT');
  requireAtLeast('RESPONSE_TIMEOUT', responseTimeout, statement, 'DATABASE_STATEMENT_TIMEOUT plus 100 for its result');
  return config;
}
