import type { SettingParser } from './parse-settings.ts';
import { readSecretFile } from './secret-file.ts';

/** Declaration of a setting, which a program reads from an environment variable. */
export interface Setting<T = unknown> {
  /** Name of the environment variable. */
  readonly variable: string;
  readonly parse: SettingParser<T>;
  /** The text that is parsed if the variable is not set. */
  readonly default?: string;
  /** The default as shown to operators; empty if there is none. */
  readonly shownDefault: string;
  /** What the setting does, in one sentence without a period. */
  readonly meaning: string;
  /** Whether the value is a secret. The variable `<variable>_FILE` can then name a file that contains it. */
  readonly isSecret?: true;
  /** Returns how reports show a valid value that contains a secret. */
  readonly shown?: (text: string) => string;
}

/** The declarations of the settings of a program, by the names that the program uses. */
export type Settings = Readonly<Record<string, Setting>>;

/** The values of settings. A setting without a default is undefined if its variable is not set. */
export type SettingValues<S extends Settings> = {
  readonly [Name in keyof S]: S[Name] extends { readonly default: string }
    ? ReturnType<S[Name]['parse']>
    : ReturnType<S[Name]['parse']> | undefined;
};

/** Replaces a value in a report. */
export const notShown = '(set, not shown)';

/** A heading and the settings under it. */
export interface SettingGroup {
  readonly title: string;
  /** The programs that read the settings, for the description. */
  readonly programs: readonly string[];
  readonly settings: Settings;
}

/** Declares a setting that always has a value. */
export function setting<T>(
  variable: string,
  parse: SettingParser<T>,
  options: { readonly default: string; readonly meaning: string },
): Setting<T> & { readonly default: string } {
  return { variable, parse, shownDefault: options.default, ...options };
}

/**
 * Declares a setting that may have no value.
 * @param options `shownDefault` describes a default that the program computes
 */
export function optionalSetting<T>(
  variable: string,
  parse: SettingParser<T>,
  options: Pick<Setting, 'meaning' | 'isSecret' | 'shown'> & { readonly shownDefault?: string },
): Setting<T> {
  return { variable, parse, shownDefault: '', ...options };
}

/**
 * Reads settings from environment variables. An empty variable counts as absent. Reads a secret from the file that
 * `<variable>_FILE` names, if that variable is set.
 * @throws InvalidSetting if a variable has an invalid value
 * @throws OperatorError if the file of a secret cannot be read, or if the secret is set twice
 */
export function readSettings<S extends Settings>(env: NodeJS.ProcessEnv, settings: S): SettingValues<S> {
  const values = Object.entries(settings).map(([name, each]) => {
    const text = settingText(env, each);
    return [name, text === undefined ? undefined : each.parse(each.variable, text)];
  });
  return Object.fromEntries(values) as SettingValues<S>;
}

/**
 * Returns the text of a setting, or its default; undefined if there is neither.
 * @throws OperatorError if the file of a secret cannot be read, or if the secret is set twice
 */
export function settingText(env: NodeJS.ProcessEnv, setting: Setting): string | undefined {
  const { variable, default: defaultText, isSecret } = setting;
  return (isSecret && readSecretFile(env, variable)) || env[variable] || defaultText;
}
