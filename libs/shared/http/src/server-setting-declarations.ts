// The settings of a service, except those of its database. `readServerSettings` reads those that every service has.
import { parseRateLimit } from './rate-limit.ts';
import { parseOrigins } from './cors.ts';
import { parseTrustedProxies } from './trusted-proxies.ts';
import {
  baseUrlParser,
  optionalSetting,
  parseCount,
  parseHost,
  parseLogLevel,
  parseMilliseconds,
  parsePort,
  parseSwitch,
  setting,
} from '@petstore/settings';

/** Version prefix of every operation's path. */
export const versionPrefix = '/v1';

export const listenerSettings = {
  port: setting('PORT', parsePort, { default: '3000', meaning: 'port of the service' }),
  host: setting('HOST', parseHost, {
    default: '127.0.0.1',
    meaning: 'address that the service listens on; 0.0.0.0 is every address',
  }),
};

export const betaSettings = {
  beta: setting('BETA', parseSwitch, {
    default: 'off',
    meaning: 'whether the service has the beta operations: orders, changes of animals and the change feed',
  }),
};

export const logSettings = {
  logLevel: setting('LOG_LEVEL', parseLogLevel, { default: 'info', meaning: 'least important level that is logged' }),
  logClientAddress: setting('LOG_CLIENT_ADDRESS', parseSwitch, {
    default: 'on',
    meaning: 'whether log lines contain the address of the client',
  }),
};

export const metricsSettings = {
  metricsPort: optionalSetting('METRICS_PORT', parsePort, {
    meaning: 'port for Prometheus; if not set, nothing is measured',
  }),
  metricsHost: setting('METRICS_HOST', parseHost, { default: '127.0.0.1', meaning: 'address of that port' }),
};

/** Limits of requests and connections. The timeouts are in milliseconds. */
export const requestSettings = {
  responseTimeout: setting('RESPONSE_TIMEOUT', parseMilliseconds, {
    default: '2300',
    meaning: 'time to respond to an operation; the wait for its body is not counted',
  }),
  headersTimeout: setting('HEADERS_TIMEOUT', parseMilliseconds, {
    default: '10000',
    meaning: 'time for a client to send the headers of a request',
  }),
  requestTimeout: setting('REQUEST_TIMEOUT', parseMilliseconds, {
    default: '30000',
    meaning: 'time for a client to send a whole request',
  }),
  idleTimeout: setting('IDLE_TIMEOUT', parseMilliseconds, {
    default: '65000',
    meaning: "time that a connection may be idle; must be longer than the proxy's",
  }),
  drainTimeout: setting('DRAIN_TIMEOUT', parseMilliseconds, {
    default: '10000',
    meaning: 'time for requests in progress to end when the service stops',
  }),
  maxConnections: optionalSetting('MAX_CONNECTIONS', parseCount, {
    shownDefault: 'computed',
    meaning: 'maximum number of open client connections; the default follows from the limit of open files',
  }),
};

/** What clients may do. */
export const clientSettings = {
  corsOrigins: optionalSetting('CORS_ORIGINS', parseOrigins, {
    meaning: 'origins whose pages may call the service',
  }),
  rateLimit: optionalSetting('RATE_LIMIT', parseRateLimit, { meaning: 'limit of each API key at each instance' }),
  trustedProxies: optionalSetting('TRUST_PROXY', parseTrustedProxies, {
    meaning: 'proxies in front of the service, whose X-Forwarded-For is used',
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
