import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { databaseSettings, InvalidSetting, withoutSecrets, type DatabaseSettings } from '@petstore/database';
import { originsOf } from './http/cross-origin.ts';
import { trustedProxiesOf, type TrustedProxies } from './http/trusted-proxies.ts';
import { rateLimitOf, type RateLimit } from './rate-limit/rate-limit.ts';

export interface Config {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly logLevel: LogLevel;
  readonly database: DatabaseSettings;
  /** Base addresses of the deployments, for the document's list of servers. */
  readonly deployments: { readonly production?: string; readonly staging?: string };
  /** Origins whose scripts may call the service from a browser: none, a few, or `*` for all. */
  readonly corsOrigins: readonly string[];
  /** How often each API key may ask this instance; as often as it likes without. */
  readonly rateLimit?: RateLimit;
  /** Whose `X-Forwarded-*` is believed; nobody's without. */
  readonly trustedProxies?: TrustedProxies;
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
  const rateLimit = rateLimitOf('RATE_LIMIT', env['RATE_LIMIT']);
  const trustedProxies = trustedProxiesOf('TRUST_PROXY', env['TRUST_PROXY']);
  return {
    host: host(env['HOST'] || '127.0.0.1'),
    port: port(env['PORT'] || '3000'),
    logLevel: logLevel(env['LOG_LEVEL'] || 'info'),
    database: databaseSettings(env, workspace),
    deployments: { ...(production && { production }), ...(staging && { staging }) },
    corsOrigins: originsOf('CORS_ORIGINS', env['CORS_ORIGINS']),
    ...(rateLimit && { rateLimit }),
    ...(trustedProxies && { trustedProxies }),
  };
}

function host(read: string): string {
  if (/^[A-Za-z0-9.:-]+$/.test(read)) return read;
  throw new InvalidSetting('HOST', read, 'an IP address or a host name');
}

function port(read: string): number {
  if (/^\d{1,5}$/.test(read) && Number(read) <= largestPort) return Number(read);
  throw new InvalidSetting('PORT', read, `an integer from 0 (any free port) to ${largestPort}`);
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
