import type { RateLimit } from './rate-limit.ts';
import { maxClientConnections } from './connection-limit.ts';
import type { HttpLimits } from './http-server.ts';
import type { ListenAddress } from './listen.ts';
import type { TrustedProxies } from './trusted-proxies.ts';
import { InvalidSetting, readSettings, type LogLevel } from '@petstore/settings';
import {
  clientSettings,
  listenerSettings,
  logSettings,
  metricsSettings,
  requestSettings,
} from './server-setting-declarations.ts';

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
  /** Address of the metrics listener. If it is undefined, there are no metrics. */
  readonly metrics?: ListenAddress;
}

/** What a service needs for its own dependencies, such as a database. */
export interface ServerNeeds {
  /** Maximum number of connections that the process opens itself, such as those of its pool. */
  readonly connections: number;
  /** Times in milliseconds that RESPONSE_TIMEOUT must not be below, and the names of their settings. */
  readonly responseTimeMinimums: readonly (readonly [milliseconds: number, source: string])[];
}

/**
 * Reads the settings that every service has from environment variables. An empty variable counts as absent.
 * @throws InvalidSetting if a variable has an invalid value, or if a timeout is longer than the one around it
 */
export function readServerSettings(
  env: NodeJS.ProcessEnv,
  needs: ServerNeeds = { connections: 0, responseTimeMinimums: [] },
): ServerSettings {
  const { metricsHost, metricsPort } = readSettings(env, metricsSettings);
  const { rateLimit, trustedProxies, corsOrigins = [] } = readSettings(env, clientSettings);
  const { drainTimeout, maxConnections, ...timeouts } = readSettings(env, requestSettings);
  return requireNestedTimeouts(needs, {
    ...readSettings(env, listenerSettings),
    ...readSettings(env, logSettings),
    httpLimits: {
      ...timeouts,
      maxConnections: maxClientConnections(requestSettings.maxConnections.variable, maxConnections, needs.connections),
    },
    drainTimeout,
    corsOrigins,
    ...(rateLimit && { rateLimit }),
    ...(trustedProxies && { trustedProxies }),
    ...(metricsPort !== undefined && { metrics: { host: metricsHost, port: metricsPort } }),
  });
}

/**
 * Requires that no timeout is longer than the one around it. The inner timeout must elapse first, because its error says
 * whether the operation was executed.
 */
function requireNestedTimeouts({ responseTimeMinimums }: ServerNeeds, settings: ServerSettings): ServerSettings {
  const { headersTimeout, requestTimeout, idleTimeout, responseTimeout } = settings.httpLimits;
  for (const [time, source] of responseTimeMinimums) requireAtLeast('RESPONSE_TIMEOUT', responseTimeout, time, source);
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
function requireAtLeast(variable: string, value: number, minimum: number, source: string): void {
  if (value < minimum) throw new InvalidSetting(variable, String(value), `at least ${minimum}, ${source}`);
}
