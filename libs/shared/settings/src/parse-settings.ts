// Each function parses the text of an environment variable and throws InvalidSetting if the value is not allowed.
import { InvalidSetting } from './operator-error.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug'] as const;

export type LogLevel = (typeof logLevels)[number];

const maxPort = 65_535;

export function parseHost(variable: string, text: string): string {
  if (/^[A-Za-z0-9.:-]+$/.test(text)) return text;
  throw new InvalidSetting(variable, text, 'an IP address or a host name');
}

export function parsePort(variable: string, text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= maxPort) return Number(text);
  throw new InvalidSetting(variable, text, `an integer from 0 (any free port) to ${maxPort}`);
}

export function parseCount(variable: string, text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new InvalidSetting(variable, text, 'an integer from 1 to 99999');
}

export function parseMilliseconds(variable: string, text: string): number {
  if (/^[1-9]\d{1,5}$/.test(text)) return Number(text);
  throw new InvalidSetting(variable, text, 'milliseconds from 10 to 999999');
}

export function parseSwitch(variable: string, text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new InvalidSetting(variable, text, 'on or off');
}

export function parseLogLevel(variable: string, text: string): LogLevel {
  const level = logLevels.find((known) => known === text);
  if (level) return level;
  throw new InvalidSetting(variable, text, `one of ${logLevels.join(', ')}`);
}

/**
 * @param suffix end of the path, such as `/v1`
 * @returns undefined if the variable is not set
 */
export function parseBaseUrl(variable: string, text: string | undefined, suffix: string): string | undefined {
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBaseUrl = url && /^https?:$/.test(url.protocol) && url.pathname.endsWith(suffix) && !url.search && !url.hash;
  if (isBaseUrl && !url.username && !url.password) return text;
  throw new InvalidSetting(variable, text, `an http or https address that ends in ${suffix}`);
}
