import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  databaseSettings,
  InvalidSetting,
  withoutSecrets,
  type DatabaseLimits,
  type DatabaseSettings,
} from '@petstore/database';

export interface Config {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly logLevel: LogLevel;
  readonly database: DatabaseSettings;
  readonly databaseLimits: DatabaseLimits;
  /** Base addresses of the deployments, for the document's list of servers. */
  readonly deployments: { readonly production?: string; readonly staging?: string };
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug'] as const;

export type LogLevel = (typeof logLevels)[number];

const workspace = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const largestPort = 65_535;

/**
 * The one place that knows the service's environment variables; an empty one counts as absent.
 * @throws InvalidSetting
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const production = baseAddress('PRODUCTION_URL', env['PRODUCTION_URL']);
  const staging = baseAddress('STAGING_URL', env['STAGING_URL']);
  return {
    host: host(env['HOST'] || '127.0.0.1'),
    port: port(env['PORT'] || '3000'),
    logLevel: logLevel(env['LOG_LEVEL'] || 'info'),
    database: databaseSettings(env, workspace),
    databaseLimits: {
      poolSize: count('DATABASE_POOL_SIZE', env['DATABASE_POOL_SIZE'] || '10'),
      poolQueue: count('DATABASE_POOL_QUEUE', env['DATABASE_POOL_QUEUE'] || '1000'),
      connectTimeout: milliseconds('DATABASE_CONNECT_TIMEOUT', env['DATABASE_CONNECT_TIMEOUT'] || '500'),
      statementTimeout: milliseconds('DATABASE_STATEMENT_TIMEOUT', env['DATABASE_STATEMENT_TIMEOUT'] || '500'),
    },
    deployments: { ...(production && { production }), ...(staging && { staging }) },
  };
}

function host(read: string): string {
  if (/^[A-Za-z0-9.:-]+$/.test(read)) return read;
  throw new InvalidSetting('HOST', read, 'an IP address or a host name');
}

function port(read: string): number {
  if (/^\d{1,5}$/.test(read) && Number(read) <= largestPort) return Number(read);
  throw new InvalidSetting('PORT', read, `an integer from 0 (any free port) to ${largestPort}`);
}

function count(variable: string, read: string): number {
  if (/^[1-9]\d{0,4}$/.test(read)) return Number(read);
  throw new InvalidSetting(variable, read, 'an integer from 1 to 99999');
}

function milliseconds(variable: string, read: string): number {
  if (/^[1-9]\d{1,5}$/.test(read)) return Number(read);
  throw new InvalidSetting(variable, read, 'milliseconds from 10 to 999999');
}

function logLevel(read: string): LogLevel {
  const level = logLevels.find((known) => known === read);
  if (level) return level;
  throw new InvalidSetting('LOG_LEVEL', read, `one of ${logLevels.join(', ')}`);
}

function baseAddress(variable: string, read: string | undefined): string | undefined {
  if (!read) return undefined;
  const url = URL.canParse(read) ? new URL(read) : undefined;
  const isBaseAddress =
    url && /^https?:$/.test(url.protocol) && url.pathname.endsWith('/v1') && !url.search && !url.hash;
  if (isBaseAddress && !url.username && !url.password) return read;
  throw new InvalidSetting(variable, withoutSecrets(read), 'an http or https address that ends in /v1');
}
