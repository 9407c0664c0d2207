import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { OperatorError, refuse } from './operator-error.ts';
import { isKnownName, similarName } from './setting-names.ts';

const commentOrEmpty = /^\s*(?:#|$)/;

/**
 * `NAME="value"` or `NAME=value`, and perhaps a comment. A Windows editor can begin the file with a byte-order mark, which `\s` matches.
 * `export` makes the file usable for a shell too.
 */
const assignment = /^\s*(?:export\s+)?([\w.-]+)\s*=(?:\s*(["'`])(.*?)\2\s*(?:\s#.*)?|(?!\s*["'`])(.*))$/;
const allowedLine =
  'NAME=value, empty, or a comment after #; a value that begins with a quotation mark must end with it';

/**
 * Adds the variables of the file that `ENV_FILE` names. Without `ENV_FILE`, the file is `.env`, which need not exist. A variable of the
 * environment wins, also if it is empty.
 * @param env is changed, because the database driver reads it too
 * @param directory base directory of a relative path
 * @throws OperatorError if the file cannot be read, or with a line for each fault in it. The message contains no values. The variables of
 *   all well-formed lines have been added, so that their values can be checked too; of a file that is not UTF-8, none.
 */
export function loadEnvironmentFile(env: NodeJS.ProcessEnv, directory: string): void {
  const file = resolve(directory, env['ENV_FILE'] || '.env');
  const text = readText(file, !env['ENV_FILE']);
  const { variables, faults } = parse(text);
  for (const [name, value] of variables) env[name] ??= value;
  refuse(faults.map((fault) => `${file}, ${fault}`));
}

function readText(file: string, isOptional: boolean): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && isOptional) return '';
    throw new OperatorError(`ENV_FILE: ${file} cannot be read (${code})`);
  }
}

function parse(text: string): { readonly variables: ReadonlyMap<string, string>; readonly faults: readonly string[] } {
  const variables = new Map<string, string>();
  const lines = text.split(/\r\n?|\n/);
  // Bytes that are not UTF-8 were replaced by U+FFFD. Text in UTF-16 has such bytes or null characters.
  const undecodable = lines.findIndex((line) => /[\0\ufffd]/.test(line));
  if (undecodable >= 0) return { variables, faults: [`line ${undecodable + 1}: must be UTF-8 text`] };
  const malformed: number[] = [];
  const faults: string[] = [];
  const lineOf = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    if (commentOrEmpty.test(line)) continue;
    const [, name, , quoted, plain = ''] = assignment.exec(line) ?? [];
    if (name === undefined) {
      malformed.push(index + 1);
      continue;
    }
    const fault = faultOf(name, lineOf.get(name));
    if (fault) faults.push(`line ${index + 1}: ${fault}`);
    lineOf.set(name, index + 1);
    // As in a shell, "#" begins a comment only after white space. Otherwise a password with "#" would be cut off.
    variables.set(name, quoted ?? plain.replace(/\s#.*/, '').trim());
  }
  if (malformed.length > 0) faults.unshift(`line ${malformed.join(', ')}: must be ${allowedLine}`);
  return { variables, faults };
}

/** Other programs may use the file, so only names that are settings, or look like one, can be wrong. */
function faultOf(name: string, earlierLine: number | undefined): string | undefined {
  if (name === 'ENV_FILE') return 'ENV_FILE has no effect in the file itself';
  if (isKnownName(name)) return earlierLine === undefined ? undefined : `${name} is already in line ${earlierLine}`;
  const meant = similarName(name);
  return meant === undefined ? undefined : `${name} is not a setting: did you mean ${meant}?`;
}
