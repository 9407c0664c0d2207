import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { OperatorError } from './operator-error.ts';
import { textParser } from './parse-settings.ts';
import { readSettings, setting } from './setting.ts';

export const environmentFileSettings = {
  file: setting('ENV_FILE', textParser('a file'), {
    default: '.env',
    meaning:
      'file with further variables, relative to the repository; the environment wins; the default file need not exist',
  }),
};

/** `NAME=value`, also after `export`. */
const assignment = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*)$/;

/** A value whose quotation mark is not closed in its line. Node would continue it in the next line. */
const isUnclosed = (value: string) => /^(["'`])/.test(value) && !/^(["'`])[^]*\1\s*(?:#.*)?$/.test(value);

/**
 * Adds the variables of the environment file to the environment. A variable of the environment wins, also if it is empty.
 * @param env is changed, because the database driver reads it too
 * @param directory base directory of a relative path
 * @returns the names of the added variables
 * @throws OperatorError with the file and the line if a line is invalid, without its text, because it may contain a secret
 */
export function loadEnvironmentFile(env: NodeJS.ProcessEnv, directory: string): readonly string[] {
  const { variable } = environmentFileSettings.file;
  const path = resolve(directory, readSettings(env, environmentFileSettings).file);
  if (!env[variable] && !existsSync(path)) return [];
  const text = readText(variable, path);
  requireValidLines(path, text);
  const added = Object.entries(parseEnv(text)).filter(([name]) => env[name] === undefined);
  for (const [name, value] of added) env[name] = value;
  return added.map(([name]) => name);
}

function readText(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new OperatorError(`${variable}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** Node ignores lines that it does not understand. */
function requireValidLines(path: string, text: string): void {
  const lineOf = new Map<string, number>();
  for (const [index, content] of text.split(/\r?\n/).entries()) {
    const line = index + 1;
    if (/^\s*(?:#|$)/.test(content)) continue;
    const [, name, value = ''] = assignment.exec(content) ?? [];
    if (name === undefined)
      throw new OperatorError(`${path}, line ${line}: must be NAME=value, a comment after # or empty`);
    if (isUnclosed(value))
      throw new OperatorError(`${path}, line ${line}: the quotation mark of ${name} is not closed`);
    const earlier = lineOf.get(name);
    if (earlier !== undefined)
      throw new OperatorError(`${path}, line ${line}: ${name} is already set in line ${earlier}`);
    lineOf.set(name, line);
  }
}
