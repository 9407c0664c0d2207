import { InvalidSetting } from './operator-error.ts';

/** Parses the text of an environment variable. Throws InvalidSetting if the value is not allowed. */
export interface SettingParser<T> {
  (variable: string, text: string): T;
  /** The allowed values, as the end of a sentence "… must be …". */
  readonly allowed: string;
}

/**
 * Creates a parser.
 * @param allowed the allowed values, as the end of a sentence "… must be …"
 * @param parse returns undefined if the text is not allowed
 */
export function settingParser<T>(allowed: string, parse: (text: string) => T | undefined): SettingParser<T> {
  const parseOrThrow = (variable: string, text: string): T => {
    const value = parse(text);
    if (value === undefined) throw new InvalidSetting(variable, text, allowed);
    return value;
  };
  return Object.assign(parseOrThrow, { allowed });
}

/** Returns a parser of numbers that are written as decimal digits, without a sign or leading zeros. */
function numberParser(allowed: string, pattern: RegExp, max = Infinity): SettingParser<number> {
  return settingParser(allowed, (text) => (pattern.test(text) && Number(text) <= max ? Number(text) : undefined));
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug'] as const;

export type LogLevel = (typeof logLevels)[number];

const maxPort = 65_535;

export const parseHost = settingParser('an IP address or a host name', (text) =>
  /^[A-Za-z0-9.:-]+$/.test(text) ? text : undefined,
);

export const parsePort = numberParser(`an integer from 0 (any free port) to ${maxPort}`, /^\d{1,5}$/, maxPort);

export const parseCount = numberParser('an integer from 1 to 99999', /^[1-9]\d{0,4}$/);

export const parseMilliseconds = numberParser('milliseconds from 10 to 999999', /^[1-9]\d{1,5}$/);

export const parseSwitch = settingParser('on or off', (text) =>
  text === 'on' || text === 'off' ? text === 'on' : undefined,
);

export const parseLogLevel = settingParser(`one of ${logLevels.join(', ')}`, (text) =>
  logLevels.find((known) => known === text),
);

/**
 * Returns a parser of base URLs.
 * @param suffix end of the path, such as `/v1`
 */
export function baseUrlParser(suffix: string): SettingParser<string> {
  return settingParser(`an http or https address that ends in ${suffix}`, (text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    const isBaseUrl =
      url && /^https?:$/.test(url.protocol) && url.pathname.endsWith(suffix) && !url.search && !url.hash;
    return isBaseUrl && !url.username && !url.password ? text : undefined;
  });
}

/**
 * Returns a parser that accepts every text, for a setting that other code checks.
 * @param allowed the allowed values, for the description of the setting
 */
export function textParser(allowed: string): SettingParser<string> {
  return settingParser(allowed, (text) => text);
}
