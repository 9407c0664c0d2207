import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  Batching,
  databaseSettings,
  maxStatementTime,
  type DatabaseLimits,
  type DatabaseSettings,
} from '@petstore/database';
import { parseRateLimit, type RateLimit } from '@petstore/http/rate-limit/rate-limit';
import { parseOrigins } from '@petstore/http/response/cors';
import { parseMaxConnections } from '@petstore/http/server/connection-limit';
import type { HttpLimits } from '@petstore/http/server/http-server';
import type { ListenAddress } from '@petstore/http/server/listen';
import { parseTrustedProxies, type TrustedProxies } from '@petstore/http/server/trusted-proxies';
import {
  InvalidSetting,
  parseBaseUrl,
  parseCount,
  parseHost,
  parseLogLevel,
  parseMilliseconds,
  parsePort,
  parseSwitch,
  type LogLevel,
} from '@petstore/settings';
import type { Deployments } from './document-texts.ts';

export interface Config extends ListenAddress {
  readonly logLevel: LogLevel;
  /** Whether lines of the log name the client's address. */
  readonly logClientAddress: boolean;
  readonly database: DatabaseSettings;
  readonly databaseLimits: DatabaseLimits;
  /** Off only to measure what batching saves. */
  readonly batching: Batching;
  readonly httpLimits: HttpLimits;
  /** Milliseconds that requests in flight have to end once the service is asked to. */
  readonly drainTimeout: number;
  /** For the document's list of servers. */
  readonly deployments: Deployments;
  /** Origins whose scripts may call the service from a browser: none, a few, or `*` for all. */
  readonly corsOrigins: readonly string[];
  /** How often each API key may ask this instance; as often as it likes without. */
  readonly rateLimit?: RateLimit;
  /** Whose `X-Forwarded-*` is believed; nobody's without. */
  readonly trustedProxies?: TrustedProxies;
  /** Whether to use what exists only for speed; off for measurements. */
  readonly tuning: boolean;
  /** Where Prometheus may ask; without it nothing is measured. */
  readonly metrics?: ListenAddress;
}

const workspace = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/**
 * The one place that knows the service's environment variables; an empty one counts as absent.
 * @throws InvalidSetting
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const production = parseBaseUrl('PRODUCTION_URL', env['PRODUCTION_URL']);
  const staging = parseBaseUrl('STAGING_URL', env['STAGING_URL']);
  const rateLimit = parseRateLimit('RATE_LIMIT', env['RATE_LIMIT']);
  const trustedProxies = parseTrustedProxies('TRUST_PROXY', env['TRUST_PROXY']);
  const poolSize = parseCount('DATABASE_POOL_SIZE', env['DATABASE_POOL_SIZE'] || '10');
  const metricsHost = parseHost('METRICS_HOST', env['METRICS_HOST'] || '127.0.0.1');
  const metricsPort = env['METRICS_PORT'] ? parsePort('METRICS_PORT', env['METRICS_PORT']) : undefined;
  return inOrder({
    host: parseHost('HOST', env['HOST'] || '127.0.0.1'),
    port: parsePort('PORT', env['PORT'] || '3000'),
    logLevel: parseLogLevel('LOG_LEVEL', env['LOG_LEVEL'] || 'info'),
    logClientAddress: parseSwitch('LOG_CLIENT_ADDRESS', env['LOG_CLIENT_ADDRESS'] || 'on'),
    database: databaseSettings(env, workspace),
    databaseLimits: {
      poolSize,
      poolQueue: parseCount('DATABASE_POOL_QUEUE', env['DATABASE_POOL_QUEUE'] || '1000'),
      connectTimeout: parseMilliseconds('DATABASE_CONNECT_TIMEOUT', env['DATABASE_CONNECT_TIMEOUT'] || '1500'),
      statementTimeout: parseMilliseconds('DATABASE_STATEMENT_TIMEOUT', env['DATABASE_STATEMENT_TIMEOUT'] || '1500'),
      prepare: parseSwitch('DATABASE_PREPARE', env['DATABASE_PREPARE'] || 'on'),
    },
    batching: parseSwitch('BATCHING', env['BATCHING'] || 'on') ? Batching.on : Batching.off,
    httpLimits: {
      headersTimeout: parseMilliseconds('HEADERS_TIMEOUT', env['HEADERS_TIMEOUT'] || '10000'),
      requestTimeout: parseMilliseconds('REQUEST_TIMEOUT', env['REQUEST_TIMEOUT'] || '30000'),
      idleTimeout: parseMilliseconds('IDLE_TIMEOUT', env['IDLE_TIMEOUT'] || '65000'),
      maxConnections: parseMaxConnections('MAX_CONNECTIONS', env['MAX_CONNECTIONS'], poolSize),
      responseTimeout: parseMilliseconds('RESPONSE_TIMEOUT', env['RESPONSE_TIMEOUT'] || '2300'),
    },
    drainTimeout: parseMilliseconds('DRAIN_TIMEOUT', env['DRAIN_TIMEOUT'] || '10000'),
    deployments: { ...(production && { production }), ...(staging && { staging }) },
    corsOrigins: parseOrigins('CORS_ORIGINS', env['CORS_ORIGINS']),
    tuning: parseSwitch('TUNING', env['TUNING'] || 'on'),
    ...(rateLimit && { rateLimit }),
    ...(trustedProxies && { trustedProxies }),
    ...(metricsPort !== undefined && { metrics: { host: metricsHost, port: metricsPort } }),
  });
}

/** Each limit must be over before the one around it: the inner one knows what was done, the outer one does not. */
function inOrder(config: Config): Config {
  const { headersTimeout, requestTimeout, idleTimeout, responseTimeout } = config.httpLimits;
  const { connectTimeout } = config.databaseLimits;
  const statement = maxStatementTime(config.databaseLimits);
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
