// Each function parses the text of an environment variable and throws InvalidSetting if the value is not allowed.
import { InvalidSetting } from './operator-error.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug'] as const;

export type LogLevel = (typeof logLevels)[number];

const maxPort = 65_535;

export function parseHost(variable: string, read: string): string {
  if (/^[A-Za-z0-9.:-]+$/.test(read)) return read;
  throw new InvalidSetting(variable, read, 'an IP address or a host name');
}

export function parsePort(variable: string, read: string): number {
  if (/^\d{1,5}$/.test(read) && Number(read) <= maxPort) return Number(read);
  throw new InvalidSetting(variable, read, `an integer from 0 (any free port) to ${maxPort}`);
}

export function parseCount(variable: string, read: string): number {
  if (/^[1-9]\d{0,4}$/.test(read)) return Number(read);
  throw new InvalidSetting(variable, read, 'an integer from 1 to 99999');
}

export function parseMilliseconds(variable: string, read: string): number {
  if (/^[1-9]\d{1,5}$/.test(read)) return Number(read);
  throw new InvalidSetting(variable, read, 'milliseconds from 10 to 999999');
}

export function parseSwitch(variable: string, read: string): boolean {
  if (read === 'on' || read === 'off') return read === 'on';
  throw new InvalidSetting(variable, read, 'on or off');
}

export function parseLogLevel(variable: string, read: string): LogLevel {
  const level = logLevels.find((known) => known === read);
  if (level) return level;
  throw new InvalidSetting(variable, read, `one of ${logLevels.join(', ')}`);
}

/**
 * @param suffix end of the path, such as `/v1`
 * @returns undefined if the variable is not set
 */
export function parseBaseUrl(variable: string, read: string | undefined, suffix: string): string | undefined {
  if (!read) return undefined;
  const url = URL.canParse(read) ? new URL(read) : undefined;
  const isBaseUrl = url && /^https?:$/.test(url.protocol) && url.pathname.endsWith(suffix) && !url.search && !url.hash;
  if (isBaseUrl && !url.username && !url.password) return read;
  throw new InvalidSetting(variable, read, `an http or https address that ends in ${suffix}`);
}
