import { IsIn, IsOptional, ValidateBy, validateSync } from 'class-validator';
import { parseOrigins } from '@petstore/http/cors';
import { parseRateLimit } from '@petstore/http/rate-limit.guard';
import { parseTrustedProxies } from '@petstore/http/trusted-proxies';
import { logLevels } from '@petstore/http/log';
import { OperatorError } from '@petstore/settings';
import { versionPrefix } from './paths.ts';

const switchValues = ['on', 'off'] as const;

/**
 * The settings of the service as texts, with their defaults. `DATABASE_URL` and `DATA_DIR`, which `petstore` reads too, are in
 * `databaseSettings`.
 */
export class EnvironmentVariables {
  @IsInteger(0, 65_535)
  PORT = '3000';

  @IsHost()
  HOST = '127.0.0.1';

  /** Whether the service has the beta operations. */
  @IsIn(switchValues)
  BETA = 'off';

  @IsInteger(1, 99_999)
  DATABASE_POOL_SIZE = '10';

  /** Milliseconds to get a connection, and for a statement. */
  @IsInteger(10, 60_000)
  DATABASE_STATEMENT_TIMEOUT = '1500';

  /** Whether statements have names. `off` for poolers that cannot keep prepared statements. */
  @IsIn(switchValues)
  DATABASE_PREPARE = 'on';

  @IsIn(logLevels)
  LOG_LEVEL = 'info';

  /** Without it, there are no metrics. */
  @IsOptional()
  @IsInteger(0, 65_535)
  METRICS_PORT?: string;

  @IsHost()
  METRICS_HOST = '127.0.0.1';

  @IsOptional()
  @Is((text) => parseOrigins(text) !== undefined, '* or a comma-separated list of origins, as browsers send them')
  CORS_ORIGINS?: string;

  @IsOptional()
  @Is((text) => parseRateLimit(text) !== undefined, 'requests per second, minute or hour, such as 100/s or 6000/m')
  RATE_LIMIT?: string;

  @IsOptional()
  @Is(
    (text) => parseTrustedProxies(text) !== undefined,
    'the number of proxies (1 to 99), or a comma-separated list of addresses, CIDR ranges, loopback, linklocal, uniquelocal',
  )
  TRUST_PROXY?: string;

  @IsOptional()
  @IsBaseUrl()
  PRODUCTION_URL?: string;

  @IsOptional()
  @IsBaseUrl()
  STAGING_URL?: string;

  /** The default follows from the limit of open files. */
  @IsOptional()
  @IsInteger(1, 99_999)
  MAX_CONNECTIONS?: string;

  /** Milliseconds for requests in progress to end when the service stops. */
  @IsInteger(10, 999_999)
  DRAIN_TIMEOUT = '10000';
}

/**
 * Reads the variables. An empty variable counts as absent.
 * @throws OperatorError with one line for each variable with an invalid value. The lines contain no values.
 */
export function readEnvironmentVariables(env: NodeJS.ProcessEnv): EnvironmentVariables {
  const present = Object.fromEntries(Object.entries(env).filter(([, text]) => text !== ''));
  const variables = Object.assign(new EnvironmentVariables(), present);
  const messages = validateSync(variables).flatMap(({ constraints }) => Object.values(constraints ?? {}));
  if (messages.length > 0) throw new OperatorError(messages.join('\n'));
  return variables;
}

/** @param allowed the allowed values, as the end of the message "… must be …" */
function Is(isAllowed: (value: string) => boolean, allowed: string): PropertyDecorator {
  return ValidateBy({
    name: 'is',
    validator: { validate: isAllowed, defaultMessage: () => `$property must be ${allowed}` },
  });
}

function IsInteger(min: number, max: number): PropertyDecorator {
  const isAllowed = (text: string) => /^\d{1,6}$/.test(text) && Number(text) >= min && Number(text) <= max;
  return Is(isAllowed, `an integer from ${min} to ${max}`);
}

function IsHost(): PropertyDecorator {
  return Is((text) => /^[A-Za-z0-9.:-]+$/.test(text), 'an IP address or a host name');
}

function IsBaseUrl(): PropertyDecorator {
  const isAllowed = (text: string) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    const isBase = url !== undefined && /^https?:$/.test(url.protocol) && url.pathname.endsWith(versionPrefix);
    return isBase && !url.username && !url.password && !url.search && !url.hash;
  };
  return Is(isAllowed, `an http or https address that ends in ${versionPrefix}`);
}
