import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  databaseSettings,
  InvalidSetting,
  withoutSecrets,
  type DatabaseLimits,
  type DatabaseSettings,
} from '@petstore/database';
import type { HttpLimits } from './http/http-server.ts';

export interface Config {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly logLevel: LogLevel;
  readonly database: DatabaseSettings;
  readonly databaseLimits: DatabaseLimits;
  readonly httpLimits: HttpLimits;
  /** Milliseconds that requests in flight have to end once the service is asked to. */
  readonly drainTimeout: number;
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
  return inOrder({
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
    httpLimits: {
      headersTimeout: milliseconds('HEADERS_TIMEOUT', env['HEADERS_TIMEOUT'] || '10000'),
      requestTimeout: milliseconds('REQUEST_TIMEOUT', env['REQUEST_TIMEOUT'] || '30000'),
      idleTimeout: milliseconds('IDLE_TIMEOUT', env['IDLE_TIMEOUT'] || '65000'),
    },
    drainTimeout: milliseconds('DRAIN_TIMEOUT', env['DRAIN_TIMEOUT'] || '10000'),
    deployments: { ...(production && { production }), ...(staging && { staging }) },
  });
}

/** What ends within something else must be over first, or the outer limit would cut it off and nobody knew what it did. */
function inOrder(config: Config): Config {
  const { connectTimeout, statementTimeout } = config.databaseLimits;
  const { headersTimeout, requestTimeout, idleTimeout } = config.httpLimits;
  const database = 'twice DATABASE_CONNECT_TIMEOUT and DATABASE_STATEMENT_TIMEOUT together';
  // The key and the operation each take a connection and a statement.
  requireAtLeast('REQUEST_TIMEOUT', requestTimeout, 2 * (connectTimeout + statementTimeout), database);
  requireAtLeast('REQUEST_TIMEOUT', requestTimeout, headersTimeout, 'HEADERS_TIMEOUT');
  requireAtLeast('IDLE_TIMEOUT', idleTimeout, requestTimeout, 'REQUEST_TIMEOUT');
  return config;
}

function requireAtLeast(variable: string, read: number, least: number, what: string): void {
  if (read < least) throw new InvalidSetting(variable, String(read), `at least ${least}, ${what}`);
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
