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
}

/** The declarations of the settings of a program, by the names that the program uses. */
export type Settings = Readonly<Record<string, Setting>>;

/** The values of settings. A setting without a default is undefined if its variable is not set. */
export type SettingValues<S extends Settings> = {
  readonly [Name in keyof S]: S[Name] extends { readonly default: string }
    ? ReturnType<S[Name]['parse']>
    : ReturnType<S[Name]['parse']> | undefined;
};

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
  options: { readonly shownDefault?: string; readonly meaning: string; readonly isSecret?: true },
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
  const values = Object.entries(settings).map(([name, { variable, parse, default: defaultText, isSecret }]) => {
    const text = (isSecret && readSecretFile(env, variable)) || env[variable] || defaultText;
    return [name, text === undefined ? undefined : parse(variable, text)];
  });
  return Object.fromEntries(values) as SettingValues<S>;
}
