import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { databaseSettings, InvalidSetting, withoutSecrets, type DatabaseSettings } from '@petstore/database';

export interface ListenAddress {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
}

export interface Config extends ListenAddress {
  readonly logLevel: LogLevel;
  readonly database: DatabaseSettings;
  /** Base addresses of the deployments, for the document's list of servers. */
  readonly deployments: { readonly production?: string; readonly staging?: string };
  /** Where Prometheus may ask; without it nothing is measured. */
  readonly metrics?: ListenAddress;
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
  const metricsHost = host('METRICS_HOST', env['METRICS_HOST'] || '127.0.0.1');
  const metricsPort = env['METRICS_PORT'] ? port('METRICS_PORT', env['METRICS_PORT']) : undefined;
  return {
    host: host('HOST', env['HOST'] || '127.0.0.1'),
    port: port('PORT', env['PORT'] || '3000'),
    logLevel: logLevel(env['LOG_LEVEL'] || 'info'),
    database: databaseSettings(env, workspace),
    deployments: { ...(production && { production }), ...(staging && { staging }) },
    ...(metricsPort !== undefined && { metrics: { host: metricsHost, port: metricsPort } }),
  };
}

function host(variable: string, read: string): string {
  if (/^[A-Za-z0-9.:-]+$/.test(read)) return read;
  throw new InvalidSetting(variable, read, 'an IP address or a host name');
}

function port(variable: string, read: string): number {
  if (/^\d{1,5}$/.test(read) && Number(read) <= largestPort) return Number(read);
  throw new InvalidSetting(variable, read, `an integer from 0 (any free port) to ${largestPort}`);
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
