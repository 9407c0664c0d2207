import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { OperatorError } from './operator-error.ts';

/**
 * Adds the variables of the file that `ENV_FILE` names. Without `ENV_FILE`, the file is `.env`, which need not exist. A variable of the
 * environment wins, also if it is empty.
 * @param env is changed, because the database driver reads it too
 * @param directory base directory of a relative path
 * @throws OperatorError if the file cannot be read
 */
export function loadEnvironmentFile(env: NodeJS.ProcessEnv, directory: string): void {
  const file = resolve(directory, env['ENV_FILE'] || '.env');
  try {
    for (const [name, text] of Object.entries(parseEnv(readFileSync(file, 'utf8')))) env[name] ??= text;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && !env['ENV_FILE']) return;
    throw new OperatorError(`ENV_FILE: ${file} cannot be read (${code})`);
  }
}
