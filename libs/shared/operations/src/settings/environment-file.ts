import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { OperatorError, refuse } from '../operator-error.ts';
import { knownNames, similarName } from './setting-names.ts';

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
 * environment wins, also if it is empty. `parseEnv` of Node would cut off a password at "#", and skip a malformed line.
 * @param env is changed, because the database driver reads it too
 * @param directory base directory of a relative path
 * @throws OperatorError if the file cannot be read, or with a line for each fault in it. The message contains no values. The variables of
 *   all well-formed lines have been added, so that their values can be checked too; of a file that is not UTF-8, none.
 */
export function loadEnvironmentFile(env: NodeJS.ProcessEnv, directory: string): void {
  const file = resolve(directory, env['ENV_FILE'] || '.env');
  const lines = readText(file, !env['ENV_FILE']).split(/\r\n?|\n/);
  const variables = new Map<string, { readonly line: number; readonly value: string }>();
  const malformed: number[] = [];
  const faults: string[] = [];
  // Bytes that are not UTF-8 were replaced by U+FFFD. Text in UTF-16 has such bytes or null characters.
  const undecodable = lines.findIndex((text) => /[\0\ufffd]/.test(text)) + 1;
  if (undecodable > 0) throw new OperatorError(`${file}, line ${undecodable}: must be UTF-8 text`);
  for (const [index, text] of lines.entries()) {
    if (commentOrEmpty.test(text)) continue;
    const line = index + 1;
    const [, name, , quoted, plain = ''] = assignment.exec(text) ?? [];
    if (name === undefined) {
      malformed.push(line);
      continue;
    }
    const fault = faultOf(name, variables.get(name)?.line);
    if (fault) faults.push(`${file}, line ${line}: ${fault}`);
    // As in a shell, "#" begins a comment only after white space. Otherwise a password with "#" would be cut off.
    variables.set(name, { line, value: quoted ?? plain.replace(/\s#.*/, '').trim() });
  }
  for (const [name, { value }] of variables) env[name] ??= value;
  if (malformed.length > 0) faults.unshift(`${file}, line ${malformed.join(', ')}: must be ${allowedLine}`);
  refuse(faults);
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

/** Other programs may use the file, so only names that are settings, or look like one, can be wrong. */
function faultOf(name: string, earlierLine: number | undefined): string | undefined {
  if (name === 'ENV_FILE') return 'ENV_FILE has no effect in the file itself';
  if (knownNames.includes(name))
    return earlierLine === undefined ? undefined : `${name} is already in line ${earlierLine}`;
  const meant = similarName(name);
  return meant === undefined ? undefined : `${name} is not a setting: did you mean ${meant}?`;
}
