// How the text of a variable becomes a value: each throws InvalidSetting for what it does not allow.
import { InvalidSetting } from '@petstore/database';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug'] as const;

export type LogLevel = (typeof logLevels)[number];

const largestPort = 65_535;

export function host(variable: string, read: string): string {
  if (/^[A-Za-z0-9.:-]+$/.test(read)) return read;
  throw new InvalidSetting(variable, read, 'an IP address or a host name');
}

export function port(variable: string, read: string): number {
  if (/^\d{1,5}$/.test(read) && Number(read) <= largestPort) return Number(read);
  throw new InvalidSetting(variable, read, `an integer from 0 (any free port) to ${largestPort}`);
}

export function count(variable: string, read: string): number {
  if (/^[1-9]\d{0,4}$/.test(read)) return Number(read);
  throw new InvalidSetting(variable, read, 'an integer from 1 to 99999');
}

export function milliseconds(variable: string, read: string): number {
  if (/^[1-9]\d{1,5}$/.test(read)) return Number(read);
  throw new InvalidSetting(variable, read, 'milliseconds from 10 to 999999');
}

export function onOrOff(variable: string, read: string): boolean {
  if (read === 'on' || read === 'off') return read === 'on';
  throw new InvalidSetting(variable, read, 'on or off');
}

export function logLevel(variable: string, read: string): LogLevel {
  const level = logLevels.find((known) => known === read);
  if (level) return level;
  throw new InvalidSetting(variable, read, `one of ${logLevels.join(', ')}`);
}

export function baseAddress(variable: string, read: string | undefined): string | undefined {
  if (!read) return undefined;
  const url = URL.canParse(read) ? new URL(read) : undefined;
  const isBaseAddress =
    url && /^https?:$/.test(url.protocol) && url.pathname.endsWith('/v1') && !url.search && !url.hash;
  if (isBaseAddress && !url.username && !url.password) return read;
  throw new InvalidSetting(variable, read, 'an http or https address that ends in /v1');
}
