import { resolve } from 'node:path';
import { plainToInstance } from 'class-transformer';
import { IsOptional, validateSync } from 'class-validator';
import { maxClientConnections } from '@petstore/operations/settings/connection-limit';
import { parseOrigins } from '@petstore/http/cors';
import { logLevels, type LogLevel } from '@petstore/operations/log';
import { parseRateLimit, type RateLimit } from '@petstore/http/rate-limit.guard';
import { maxProxies, parseTrustedProxies, type TrustedProxies } from '@petstore/edge/client-address';
import {
  databaseSettings,
  defaultStatementTimeout,
  maxEmbeddedPoolSize,
  statementTimeoutRange,
} from '@petstore/database/settings';
import { loadEnvironmentFile, OperatorError, readTogether, refuse } from '@petstore/operations';
import { IsBaseUrl, IsHost, IsInteger, IsOneOf, IsParsed } from './settings.validators.ts';

/** The environment variables of the service, with their defaults. `databaseSettings` reads those of the database, also for commands. */
export class Variables {
  /** 0 selects any free port. */
  @IsInteger(0, 65_535) readonly PORT: number = 3_000;
  @IsHost() readonly HOST: string = '127.0.0.1';

  /** Whether the service has the beta operations. */
  @IsOneOf('on', 'off') readonly BETA: 'on' | 'off' = 'off';

  @IsInteger(1, 99_999) readonly DATABASE_POOL_SIZE: number = 10;
  /** Milliseconds to get a connection, and for a statement. */
  @IsInteger(...statementTimeoutRange) readonly DATABASE_STATEMENT_TIMEOUT: number = defaultStatementTimeout;

  @IsOneOf(...logLevels) readonly LOG_LEVEL: LogLevel = 'info';
  /** Without it, there are no metrics. */
  @IsInteger(0, 65_535) readonly METRICS_PORT?: number;
  @IsHost() readonly METRICS_HOST: string = '127.0.0.1';

  /** Origins whose scripts may call the service from a browser. */
  @IsParsed(parseOrigins, '* or a comma-separated list of origins, as browsers send them')
  readonly CORS_ORIGINS: readonly string[] = [];

  /** Rate limit of each API key at this instance. */
  @IsParsed(parseRateLimit, 'requests per second, minute or hour, such as 100/s or 6000/m')
  readonly RATE_LIMIT?: RateLimit;

  /** Proxies whose `X-Forwarded-*` headers the service uses. */
  @IsParsed(
    parseTrustedProxies,
    `the number of proxies (1 to ${maxProxies}), or a comma-separated list of addresses, CIDR ranges, loopback, linklocal, uniquelocal`,
  )
  readonly TRUST_PROXY?: TrustedProxies;

  /** Base URLs of the deployments, which the OpenAPI document lists. */
  @IsOptional() @IsBaseUrl() readonly PRODUCTION_URL?: string;
  @IsOptional() @IsBaseUrl() readonly STAGING_URL?: string;

  /** The default follows from the limit of open files. */
  @IsInteger(1, 99_999) readonly MAX_CONNECTIONS?: number;
  /** Milliseconds for requests in progress to end when the service stops. */
  @IsInteger(10, 999_999) readonly DRAIN_TIMEOUT: number = 10_000;
}

/** Variables of 1.0.0 that are gone, and what replaces them. */
const removedVariables: Readonly<Record<string, string>> = {
  BATCHING: 'statements are always batched',
  TUNING: 'the service always sets the flags of V8',
  DATABASE_CONNECT_TIMEOUT: 'DATABASE_STATEMENT_TIMEOUT also limits the time to get a connection',
  DATABASE_PREPARE: 'the service prepares statements, and does without if a pooler refuses them',
  DATABASE_POOL_QUEUE: 'DATABASE_STATEMENT_TIMEOUT limits the wait for a connection, not the number of callers',
  HEADERS_TIMEOUT: 'a client has 10 s to send the headers of a request',
  REQUEST_TIMEOUT: 'a client has 30 s to send a request',
  IDLE_TIMEOUT: 'a connection may be idle for 65 s',
};

/** Directory of the workspace. */
export const workspaceRoot = resolve(import.meta.dirname, '../../..');

/** The settings as the parts of the service use them. */
export type Settings = ReturnType<typeof readSettings>;

/** As `readSettings`, with the variables of the environment file. @throws OperatorError, also with a line for each fault of the file */
export function readEnvironment(): Settings {
  const [, settings] = readTogether(
    () => loadEnvironmentFile(process.env, workspaceRoot),
    () => readSettings(process.env),
  );
  return settings;
}

/**
 * Reads all settings of the service from environment variables. An empty variable counts as absent.
 * @throws OperatorError with one line for each invalid variable. The lines contain no secrets.
 */
export function readSettings(env: NodeJS.ProcessEnv) {
  const variables = plainToInstance(Variables, Object.fromEntries(Object.entries(env).filter(([, text]) => text)));
  const faults = validateSync(variables, { stopAtFirstError: true });
  // Invalid variables get their defaults, so that the checks of several variables report only faults of their own.
  const defaults = new Variables();
  for (const { property } of faults) Reflect.set(variables, property, Reflect.get(defaults, property));
  const { DATABASE_POOL_SIZE: poolSize, DATABASE_STATEMENT_TIMEOUT: statementTimeout, DRAIN_TIMEOUT } = variables;
  // Longer than DATABASE_STATEMENT_TIMEOUT, so that a wait for a connection or a statement ends by its own timeout. A request that needs
  // both can reach this limit.
  const responseTimeout = Math.max(2_300, statementTimeout + 800);
  const [, database, , maxConnections] = readTogether(
    () => refuse(faults.flatMap(({ constraints }) => Object.values(constraints!))),
    () => databaseSettings(env, workspaceRoot),
    () => {
      // Otherwise the service would stop without waiting for the response.
      if (DRAIN_TIMEOUT < responseTimeout)
        throw new OperatorError(`DRAIN_TIMEOUT must be at least ${responseTimeout}, the time that a response may take`);
    },
    () => maxClientConnections(variables.MAX_CONNECTIONS, poolSize),
  );
  if (database.kind === 'embedded' && poolSize > maxEmbeddedPoolSize)
    throw new OperatorError(`DATABASE_POOL_SIZE must be at most ${maxEmbeddedPoolSize} with the embedded PostgreSQL`);
  const { METRICS_HOST, METRICS_PORT } = variables;
  return {
    port: variables.PORT,
    host: variables.HOST,
    database,
    databaseLimits: { poolSize, connectTimeout: statementTimeout, statementTimeout },
    beta: variables.BETA === 'on',
    deployments: { production: variables.PRODUCTION_URL, staging: variables.STAGING_URL },
    logLevel: variables.LOG_LEVEL,
    httpLimits: {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      idleTimeout: 65_000,
      responseTimeout,
      maxConnections,
    },
    drainTimeout: DRAIN_TIMEOUT,
    corsOrigins: variables.CORS_ORIGINS,
    rateLimit: variables.RATE_LIMIT,
    trustedProxies: variables.TRUST_PROXY,
    metrics: METRICS_PORT === undefined ? undefined : { host: METRICS_HOST, port: METRICS_PORT },
    /** Messages about variables that have no effect. */
    warnings: Object.entries(removedVariables)
      .filter(([name]) => env[name])
      .map(([name, successor]) => `${name} has no effect any more: ${successor}`),
  };
}
