import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  databaseSettings,
  InvalidSetting,
  longestStatement,
  type DatabaseLimits,
  type DatabaseSettings,
} from '@petstore/database';
import { maxConnectionsOf } from './http/connection-limit.ts';
import { originsOf } from './http/cross-origin.ts';
import type { HttpLimits } from './http/http-server.ts';
import { trustedProxiesOf, type TrustedProxies } from './http/trusted-proxies.ts';
import { rateLimitOf, type RateLimit } from './rate-limit/rate-limit.ts';
import { baseAddress, count, host, logLevel, milliseconds, onOrOff, port, type LogLevel } from './settings.ts';

export interface ListenAddress {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
}

export interface Config extends ListenAddress {
  readonly logLevel: LogLevel;
  /** Whether lines of the log name the client's address. */
  readonly logClientAddress: boolean;
  readonly database: DatabaseSettings;
  readonly databaseLimits: DatabaseLimits;
  readonly httpLimits: HttpLimits;
  /** Milliseconds that requests in flight have to end once the service is asked to. */
  readonly drainTimeout: number;
  /** Base addresses of the deployments, for the document's list of servers. */
  readonly deployments: { readonly production?: string; readonly staging?: string };
  /** Origins whose scripts may call the service from a browser: none, a few, or `*` for all. */
  readonly corsOrigins: readonly string[];
  /** How often each API key may ask this instance; as often as it likes without. */
  readonly rateLimit?: RateLimit;
  /** Whose `X-Forwarded-*` is believed; nobody's without. */
  readonly trustedProxies?: TrustedProxies;
  /** Where Prometheus may ask; without it nothing is measured. */
  readonly metrics?: ListenAddress;
}

const workspace = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/**
 * The one place that knows the service's environment variables; an empty one counts as absent.
 * @throws InvalidSetting
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const production = baseAddress('PRODUCTION_URL', env['PRODUCTION_URL']);
  const staging = baseAddress('STAGING_URL', env['STAGING_URL']);
  const rateLimit = rateLimitOf('RATE_LIMIT', env['RATE_LIMIT']);
  const trustedProxies = trustedProxiesOf('TRUST_PROXY', env['TRUST_PROXY']);
  const poolSize = count('DATABASE_POOL_SIZE', env['DATABASE_POOL_SIZE'] || '10');
  const metricsHost = host('METRICS_HOST', env['METRICS_HOST'] || '127.0.0.1');
  const metricsPort = env['METRICS_PORT'] ? port('METRICS_PORT', env['METRICS_PORT']) : undefined;
  return inOrder({
    host: host('HOST', env['HOST'] || '127.0.0.1'),
    port: port('PORT', env['PORT'] || '3000'),
    logLevel: logLevel('LOG_LEVEL', env['LOG_LEVEL'] || 'info'),
    logClientAddress: onOrOff('LOG_CLIENT_ADDRESS', env['LOG_CLIENT_ADDRESS'] || 'on'),
    database: databaseSettings(env, workspace),
    databaseLimits: {
      poolSize,
      poolQueue: count('DATABASE_POOL_QUEUE', env['DATABASE_POOL_QUEUE'] || '1000'),
      connectTimeout: milliseconds('DATABASE_CONNECT_TIMEOUT', env['DATABASE_CONNECT_TIMEOUT'] || '1500'),
      statementTimeout: milliseconds('DATABASE_STATEMENT_TIMEOUT', env['DATABASE_STATEMENT_TIMEOUT'] || '1500'),
      prepare: onOrOff('DATABASE_PREPARE', env['DATABASE_PREPARE'] || 'on'),
    },
    httpLimits: {
      headersTimeout: milliseconds('HEADERS_TIMEOUT', env['HEADERS_TIMEOUT'] || '10000'),
      requestTimeout: milliseconds('REQUEST_TIMEOUT', env['REQUEST_TIMEOUT'] || '30000'),
      idleTimeout: milliseconds('IDLE_TIMEOUT', env['IDLE_TIMEOUT'] || '65000'),
      maxConnections: maxConnectionsOf('MAX_CONNECTIONS', env['MAX_CONNECTIONS'], poolSize),
      responseTimeout: milliseconds('RESPONSE_TIMEOUT', env['RESPONSE_TIMEOUT'] || '2300'),
    },
    drainTimeout: milliseconds('DRAIN_TIMEOUT', env['DRAIN_TIMEOUT'] || '10000'),
    deployments: { ...(production && { production }), ...(staging && { staging }) },
    corsOrigins: originsOf('CORS_ORIGINS', env['CORS_ORIGINS']),
    ...(rateLimit && { rateLimit }),
    ...(trustedProxies && { trustedProxies }),
    ...(metricsPort !== undefined && { metrics: { host: metricsHost, port: metricsPort } }),
  });
}

/** Each limit must be over before the one around it: the inner one knows what was done, the outer one does not. */
function inOrder(config: Config): Config {
  const { headersTimeout, requestTimeout, idleTimeout, responseTimeout } = config.httpLimits;
  const { connectTimeout } = config.databaseLimits;
  const statement = longestStatement(config.databaseLimits);
  requireAtLeast('RESPONSE_TIMEOUT', responseTimeout, connectTimeout, 'DATABASE_CONNECT_TIMEOUT');
  requireAtLeast('RESPONSE_TIMEOUT', responseTimeout, statement, 'DATABASE_STATEMENT_TIMEOUT and 100 for its answer');
  requireAtLeast('DRAIN_TIMEOUT', config.drainTimeout, responseTimeout, 'RESPONSE_TIMEOUT');
  requireAtLeast('IDLE_TIMEOUT', idleTimeout, responseTimeout, 'RESPONSE_TIMEOUT');
  requireAtLeast('REQUEST_TIMEOUT', requestTimeout, headersTimeout, 'HEADERS_TIMEOUT');
  requireAtLeast('IDLE_TIMEOUT', idleTimeout, requestTimeout, 'REQUEST_TIMEOUT');
  return config;
}

function requireAtLeast(variable: string, read: number, least: number, what: string): void {
  if (read < least) throw new InvalidSetting(variable, String(read), `at least ${least}, ${what}`);
}
