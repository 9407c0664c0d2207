import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { maxClientConnections } from '@petstore/http/connection-limit';
import { parseOrigins } from '@petstore/http/cors';
import { logLevels } from '@petstore/http/log';
import { parseRateLimit } from '@petstore/http/rate-limit.guard';
import { parseTrustedProxies } from '@petstore/http/trusted-proxies';
import { databaseSettings } from '@petstore/database/settings';
import { loadEnvironmentFile, OperatorError, readTogether } from '@petstore/settings';
import { versionPrefix } from './paths.ts';

/** How to read an environment variable. */
interface Setting<Value> {
  /** Returns undefined for an invalid text. */
  readonly parse: (text: string) => Value | undefined;
  /** The allowed texts, as the end of the message "… must be …". */
  readonly allowed: string;
}

/** A setting with a default, as text. */
interface DefaultSetting<Value> extends Setting<Value> {
  readonly default: string;
}

/**
 * The settings of the service and their defaults. `petstore` also reads `DATABASE_URL` and `DATA_DIR`, so `databaseSettings`
 * reads those.
 */
export const settings = {
  /** 0 selects any free port. */
  PORT: { ...integer(0, 65_535), default: '3000' },
  HOST: { ...host(), default: '127.0.0.1' },
  /** Whether the service has the beta operations. */
  BETA: { ...oneOf('on', 'off'), default: 'off' },
  DATABASE_POOL_SIZE: { ...integer(1, 99_999), default: '10' },
  /** Milliseconds to get a connection, and for a statement. */
  DATABASE_STATEMENT_TIMEOUT: { ...integer(10, 60_000), default: '1500' },
  LOG_LEVEL: { ...oneOf(...logLevels), default: 'info' },
  /** Without it, there are no metrics. */
  METRICS_PORT: integer(0, 65_535),
  METRICS_HOST: { ...host(), default: '127.0.0.1' },
  /** Origins whose scripts may call the service from a browser. */
  CORS_ORIGINS: { parse: parseOrigins, allowed: '* or a comma-separated list of origins, as browsers send them' },
  /** Rate limit of each API key at this instance. */
  RATE_LIMIT: { parse: parseRateLimit, allowed: 'requests per second, minute or hour, such as 100/s or 6000/m' },
  /** Proxies whose `X-Forwarded-*` headers the service uses. */
  TRUST_PROXY: {
    parse: parseTrustedProxies,
    allowed:
      'the number of proxies (1 to 99), or a comma-separated list of addresses, CIDR ranges, loopback, linklocal, uniquelocal',
  },
  /** Base URLs of the deployments, which the OpenAPI document lists. */
  PRODUCTION_URL: baseUrl(),
  STAGING_URL: baseUrl(),
  /** The default follows from the limit of open files. */
  MAX_CONNECTIONS: integer(1, 99_999),
  /** Milliseconds for requests in progress to end when the service stops. */
  DRAIN_TIMEOUT: { ...integer(10, 999_999), default: '10000' },
};

type Values = {
  readonly [Name in keyof typeof settings]: (typeof settings)[Name] extends DefaultSetting<infer Value>
    ? Value
    : (typeof settings)[Name] extends Setting<infer Value>
      ? Value | undefined
      : never;
};

/** Settings of 1.0.0 that are gone, and what replaces them. */
const removedSettings: Readonly<Record<string, string>> = {
  BATCHING: 'statements are always batched',
  TUNING: 'the service always sets the flags of V8',
  DATABASE_CONNECT_TIMEOUT: 'DATABASE_STATEMENT_TIMEOUT also limits the time to get a connection',
  DATABASE_PREPARE: 'the service prepares no statements',
  DATABASE_POOL_QUEUE: 'DATABASE_STATEMENT_TIMEOUT limits the wait for a connection, not the number of callers',
  HEADERS_TIMEOUT: 'a client has 10 s to send the headers of a request',
  REQUEST_TIMEOUT: 'a client has 30 s to send a request',
  IDLE_TIMEOUT: 'a connection may be idle for 65 s',
};

/** Directory of the workspace. */
export const workspaceRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** The settings as the parts of the service use them. */
export type Config = ReturnType<typeof readConfig>;

/**
 * Reads all settings of the service from the environment and the environment file.
 * @throws OperatorError with one line for each invalid variable, and for each fault of the file
 */
export function readEnvironment(): Config {
  const [, config] = readTogether(
    () => loadEnvironmentFile(process.env, workspaceRoot),
    () => readConfig(process.env),
  );
  return config;
}

/**
 * Reads all settings of the service from environment variables. An empty variable counts as absent.
 * @throws OperatorError with one line for each invalid variable. The lines contain no secrets.
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const [values, database, responseTimeout, maxConnections] = readTogether(
    () => readValues(env),
    () => databaseSettings(env, workspaceRoot),
    () => readResponseTimeout(env),
    () => maxClientConnections(readValue(env, 'MAX_CONNECTIONS'), readValue(env, 'DATABASE_POOL_SIZE')),
  );
  return {
    port: values.PORT,
    host: values.HOST,
    database,
    databaseLimits: {
      poolSize: values.DATABASE_POOL_SIZE,
      connectTimeout: values.DATABASE_STATEMENT_TIMEOUT,
      statementTimeout: values.DATABASE_STATEMENT_TIMEOUT,
    },
    beta: values.BETA === 'on',
    deployments: { production: values.PRODUCTION_URL, staging: values.STAGING_URL },
    logLevel: values.LOG_LEVEL,
    httpLimits: {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      // Longer than the 60 s after which proxies close idle connections.
      idleTimeout: 65_000,
      responseTimeout,
      maxConnections,
    },
    drainTimeout: values.DRAIN_TIMEOUT,
    corsOrigins: values.CORS_ORIGINS ?? [],
    rateLimit: values.RATE_LIMIT,
    trustedProxies: values.TRUST_PROXY,
    /** Address of the metrics listener. If it is undefined, there are no metrics. */
    metrics: values.METRICS_PORT === undefined ? undefined : { host: values.METRICS_HOST, port: values.METRICS_PORT },
    /** Messages about variables that have no effect. */
    warnings: Object.entries(removedSettings)
      .filter(([name]) => env[name])
      .map(([name, successor]) => `${name} has no effect any more: ${successor}`),
  };
}

function readValues(env: NodeJS.ProcessEnv): Values {
  const names = Object.keys(settings) as (keyof Values)[];
  const entries = readTogether(...names.map((name) => () => [name, readValue(env, name)] as const));
  return Object.fromEntries(entries) as Values;
}

/** @throws OperatorError if the variable has an invalid value, which the message does not contain */
function readValue<Name extends keyof Values>(env: NodeJS.ProcessEnv, name: Name): Values[Name] {
  const setting: Setting<unknown> & { readonly default?: string } = settings[name];
  const text = env[name] || setting.default;
  const value = text === undefined ? undefined : setting.parse(text);
  if (text !== undefined && value === undefined) throw new OperatorError(`${name} must be ${setting.allowed}`);
  return value as Values[Name];
}

/**
 * Returns the milliseconds that a response may take. A request may wait for a connection and then execute a statement. By default the
 * wait and a stalled statement end before the response.
 * @throws OperatorError if the service would stop without waiting for the response
 */
function readResponseTimeout(env: NodeJS.ProcessEnv): number {
  const responseTimeout = Math.max(2_300, readValue(env, 'DATABASE_STATEMENT_TIMEOUT') + 800);
  if (readValue(env, 'DRAIN_TIMEOUT') >= responseTimeout) return responseTimeout;
  throw new OperatorError(`DRAIN_TIMEOUT must be at least ${responseTimeout}, the time that a response may take`);
}

function integer(min: number, max: number): Setting<number> {
  const isAllowed = (text: string) => /^\d{1,6}$/.test(text) && Number(text) >= min && Number(text) <= max;
  return { parse: (text) => (isAllowed(text) ? Number(text) : undefined), allowed: `an integer from ${min} to ${max}` };
}

function oneOf<Value extends string>(...values: readonly Value[]): Setting<Value> {
  const allowed = `one of the following values: ${values.join(', ')}`;
  return { parse: (text) => values.find((value) => value === text), allowed };
}

function host(): Setting<string> {
  const pattern = /^[A-Za-z0-9.:-]+$/;
  return { parse: (text) => pattern.exec(text)?.[0], allowed: 'an IP address or a host name' };
}

function baseUrl(): Setting<string> {
  const isAllowed = (text: string) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    const isBase = url !== undefined && /^https?:$/.test(url.protocol) && url.pathname.endsWith(versionPrefix);
    return isBase && !url.username && !url.password && !url.search && !url.hash;
  };
  const allowed = `an http or https address that ends in ${versionPrefix}`;
  return { parse: (text) => (isAllowed(text) ? text : undefined), allowed };
}
