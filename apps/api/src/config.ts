import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { maxClientConnections } from '@petstore/http/connection-limit';
import { parseOrigins } from '@petstore/http/cors';
import type { HttpLimits } from '@petstore/http/http-server';
import type { ListenAddress } from '@petstore/http/listen';
import type { LogLevel } from '@petstore/http/log';
import { parseRateLimit, type RateLimit } from '@petstore/http/rate-limit.guard';
import { parseTrustedProxies, type TrustedProxies } from '@petstore/http/trusted-proxies';
import { databaseSettings, type DatabaseLimits, type DatabaseSettings } from '@petstore/database/settings';
import { loadEnvironmentFile, OperatorError } from '@petstore/settings';
import { readEnvironmentVariables } from './environment-variables.ts';

/** Base URLs of the deployments, such as `https://pets.example.org/v1`. */
export interface Deployments {
  readonly production?: string;
  readonly staging?: string;
}

export interface Config extends ListenAddress {
  readonly database: DatabaseSettings;
  readonly databaseLimits: DatabaseLimits;
  /** Whether the service has the beta operations. */
  readonly beta: boolean;
  /** The servers that the OpenAPI document lists. */
  readonly deployments: Deployments;
  readonly logLevel: LogLevel;
  readonly httpLimits: HttpLimits;
  /** Milliseconds for which the shutdown waits for running requests. */
  readonly drainTimeout: number;
  /** Origins whose scripts may call the service from a browser: none, a few, or `*` for all. */
  readonly corsOrigins: readonly string[];
  /** Rate limit of each API key at this instance; undefined if there is no limit. */
  readonly rateLimit?: RateLimit;
  /** Proxies whose `X-Forwarded-*` headers the service uses. If it is undefined, the service ignores these headers. */
  readonly trustedProxies?: TrustedProxies;
  /** Address of the metrics listener. If it is undefined, there are no metrics. */
  readonly metrics?: ListenAddress;
  /** Messages about variables that have no effect. */
  readonly warnings: readonly string[];
}

/** Settings of 1.0.0 that are gone, and what replaces them. */
const removedSettings: Readonly<Record<string, string>> = {
  BATCHING: 'statements are always batched',
  TUNING: 'the service always sets the flags of V8',
  DATABASE_CONNECT_TIMEOUT: 'DATABASE_STATEMENT_TIMEOUT also limits the time to get a connection',
  DATABASE_POOL_QUEUE: 'at most 1000 callers wait for a connection',
  HEADERS_TIMEOUT: 'a client has 10 s to send the headers of a request',
  REQUEST_TIMEOUT: 'a client has 30 s to send a request',
  IDLE_TIMEOUT: 'a connection may be idle for 65 s',
};

/** Directory of the workspace. */
export const workspaceRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/**
 * Adds the variables of the environment file to the environment, and returns it.
 * @throws OperatorError if the file cannot be read
 */
export function readEnvironment(): NodeJS.ProcessEnv {
  loadEnvironmentFile(process.env, workspaceRoot);
  return process.env;
}

/**
 * Reads all settings of the service from environment variables. An empty variable counts as absent.
 * @throws OperatorError if variables have invalid values
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const variables = readEnvironmentVariables(env);
  const poolSize = Number(variables.DATABASE_POOL_SIZE);
  const statementTimeout = Number(variables.DATABASE_STATEMENT_TIMEOUT);
  const drainTimeout = Number(variables.DRAIN_TIMEOUT);
  // A request may wait for a connection and then execute a statement. By default the wait and a stalled statement end before it.
  const responseTimeout = Math.max(2_300, statementTimeout + 800);
  if (drainTimeout < responseTimeout) {
    throw new OperatorError(`DRAIN_TIMEOUT must be at least ${responseTimeout}, the time that a response may take`);
  }
  const {
    PRODUCTION_URL: production,
    STAGING_URL: staging,
    METRICS_PORT: metricsPort,
    MAX_CONNECTIONS: connections,
  } = variables;
  const rateLimit = parseRateLimit(variables.RATE_LIMIT ?? '');
  const trustedProxies = parseTrustedProxies(variables.TRUST_PROXY ?? '');
  return {
    port: Number(variables.PORT),
    host: variables.HOST,
    database: databaseSettings(env, workspaceRoot),
    databaseLimits: {
      poolSize,
      poolQueue: 1_000,
      connectTimeout: statementTimeout,
      statementTimeout,
      prepare: variables.DATABASE_PREPARE === 'on',
    },
    beta: variables.BETA === 'on',
    deployments: { ...(production && { production }), ...(staging && { staging }) },
    logLevel: variables.LOG_LEVEL as LogLevel,
    httpLimits: {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      // Longer than the 60 s after which proxies close idle connections.
      idleTimeout: 65_000,
      responseTimeout,
      maxConnections: maxClientConnections(connections === undefined ? undefined : Number(connections), poolSize),
    },
    drainTimeout,
    corsOrigins: parseOrigins(variables.CORS_ORIGINS ?? '') ?? [],
    ...(rateLimit && { rateLimit }),
    ...(trustedProxies !== undefined && { trustedProxies }),
    ...(metricsPort !== undefined && { metrics: { host: variables.METRICS_HOST, port: Number(metricsPort) } }),
    warnings: Object.entries(removedSettings)
      .filter(([name]) => env[name])
      .map(([name, successor]) => `${name} has no effect any more: ${successor}`),
  };
}
