import { parseRateLimit, type RateLimit } from '@petstore/http/rate-limit/rate-limit';
import { parseOrigins } from '@petstore/http/response/cors';
import { parseMaxConnections } from '@petstore/http/server/connection-limit';
import type { HttpLimits } from '@petstore/http/server/http-server';
import type { ListenAddress } from '@petstore/http/server/listen';
import { parseTrustedProxies, type TrustedProxies } from '@petstore/http/server/trusted-proxies';
import {
  InvalidSetting,
  parseHost,
  parseLogLevel,
  parseMilliseconds,
  parsePort,
  parseSwitch,
  type LogLevel,
} from '@petstore/settings';

/** The settings that every service has. */
export interface ServerSettings extends ListenAddress {
  readonly logLevel: LogLevel;
  /** Whether log lines contain the client's address. */
  readonly logClientAddress: boolean;
  readonly httpLimits: HttpLimits;
  /** Milliseconds for which the shutdown waits for running requests. */
  readonly drainTimeout: number;
  /** Origins whose scripts may call the service from a browser: none, a few, or `*` for all. */
  readonly corsOrigins: readonly string[];
  /** Rate limit of each caller at this instance; undefined if there is no limit. */
  readonly rateLimit?: RateLimit;
  /** Proxies whose `X-Forwarded-*` headers the service uses. If it is undefined, the service ignores these headers. */
  readonly trustedProxies?: TrustedProxies;
  /** Whether to use the code that exists only for speed. Benchmarks turn it off for comparison. */
  readonly tuning: boolean;
  /** Address of the metrics listener. If it is undefined, there are no metrics. */
  readonly metrics?: ListenAddress;
}

/**
 * Reads the settings that every service has from environment variables. An empty variable counts as absent.
 * @param ownConnections maximum number of connections that the process opens itself, such as those of its pool
 * @throws InvalidSetting if a variable has an invalid value, or if a timeout is longer than the one around it
 */
export function readServerSettings(env: NodeJS.ProcessEnv, ownConnections = 0): ServerSettings {
  const rateLimit = parseRateLimit('RATE_LIMIT', env['RATE_LIMIT']);
  const trustedProxies = parseTrustedProxies('TRUST_PROXY', env['TRUST_PROXY']);
  const metricsHost = parseHost('METRICS_HOST', env['METRICS_HOST'] || '127.0.0.1');
  const metricsPort = env['METRICS_PORT'] ? parsePort('METRICS_PORT', env['METRICS_PORT']) : undefined;
  return requireNestedTimeouts({
    host: parseHost('HOST', env['HOST'] || '127.0.0.1'),
    port: parsePort('PORT', env['PORT'] || '3000'),
    logLevel: parseLogLevel('LOG_LEVEL', env['LOG_LEVEL'] || 'info'),
    logClientAddress: parseSwitch('LOG_CLIENT_ADDRESS', env['LOG_CLIENT_ADDRESS'] || 'on'),
    httpLimits: {
      headersTimeout: parseMilliseconds('HEADERS_TIMEOUT', env['HEADERS_TIMEOUT'] || '10000'),
      requestTimeout: parseMilliseconds('REQUEST_TIMEOUT', env['REQUEST_TIMEOUT'] || '30000'),
      idleTimeout: parseMilliseconds('IDLE_TIMEOUT', env['IDLE_TIMEOUT'] || '65000'),
      maxConnections: parseMaxConnections('MAX_CONNECTIONS', env['MAX_CONNECTIONS'], ownConnections),
      responseTimeout: parseMilliseconds('RESPONSE_TIMEOUT', env['RESPONSE_TIMEOUT'] || '2300'),
    },
    drainTimeout: parseMilliseconds('DRAIN_TIMEOUT', env['DRAIN_TIMEOUT'] || '10000'),
    corsOrigins: parseOrigins('CORS_ORIGINS', env['CORS_ORIGINS']),
    tuning: parseSwitch('TUNING', env['TUNING'] || 'on'),
    ...(rateLimit && { rateLimit }),
    ...(trustedProxies && { trustedProxies }),
    ...(metricsPort !== undefined && { metrics: { host: metricsHost, port: metricsPort } }),
  });
}

/**
 * Requires that no timeout is longer than the one around it. The inner timeout must elapse first, because its error says
 * whether the operation was executed.
 */
function requireNestedTimeouts(settings: ServerSettings): ServerSettings {
  const { headersTimeout, requestTimeout, idleTimeout, responseTimeout } = settings.httpLimits;
  requireAtLeast('DRAIN_TIMEOUT', settings.drainTimeout, responseTimeout, 'RESPONSE_TIMEOUT');
  requireAtLeast('IDLE_TIMEOUT', idleTimeout, responseTimeout, 'RESPONSE_TIMEOUT');
  requireAtLeast('REQUEST_TIMEOUT', requestTimeout, headersTimeout, 'HEADERS_TIMEOUT');
  requireAtLeast('IDLE_TIMEOUT', idleTimeout, requestTimeout, 'REQUEST_TIMEOUT');
  return settings;
}

/**
 * Requires that a setting is not below another setting.
 * @param variable name of the environment variable with the value
 * @param source name of the setting that is the minimum, for the message
 * @throws InvalidSetting if the value is below the minimum
 */
export function requireAtLeast(variable: string, value: number, minimum: number, source: string): void {
  if (value < minimum) throw new InvalidSetting(variable, String(value), `at least ${minimum}, ${source}`);
}
