import { escapeControlCharacters } from './escape-control-characters.ts';
import { OperatorError } from './operator-error.ts';
import { redactSecrets } from './redact-secrets.ts';
import { secretFileVariable } from './secret-file.ts';
import { settingText, type Settings } from './setting.ts';

/** A setting as a report shows it. It contains no secret. */
export interface InspectedSetting {
  readonly variable: string;
  /** Undefined if the setting has neither a value nor a default, or if its value is invalid. */
  readonly value: string | undefined;
  readonly source: 'environment' | 'file' | 'default';
  /** Why the value is invalid. */
  readonly error?: string;
}

/**
 * Reads settings for a report. Does not stop at an invalid one.
 * @param env the variables, with those of the environment file
 * @param fromFile names of the variables that the environment file added
 */
export function inspectSettings(
  env: NodeJS.ProcessEnv,
  fromFile: readonly string[],
  settings: Settings,
): InspectedSetting[] {
  return Object.values(settings).map((each) => {
    const fileVariable = secretFileVariable(each.variable);
    const variable = each.isSecret && env[fileVariable] ? fileVariable : each.variable;
    const source = env[variable] ? (fromFile.includes(variable) ? 'file' : 'environment') : 'default';
    try {
      const text = settingText(env, each);
      if (text === undefined) return { variable, source, value: each.shownDefault || undefined };
      each.parse(each.variable, text);
      return { variable, source, value: escapeControlCharacters(each.shown?.(text) ?? redactSecrets(text)) };
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      return { variable, source, value: undefined, error: error.message };
    }
  });
}
