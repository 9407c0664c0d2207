import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { OperatorError } from './operator-error.ts';

/** Returns the variable that names the file of a secret. */
export function secretFileVariable(variable: string): string {
  return `${variable}_FILE`;
}

/**
 * Reads a secret from a file, as orchestrators mount it. Removes one line break at the end.
 * @param variable name of the environment variable that could contain the secret itself
 * @returns undefined if no file is named
 * @throws OperatorError if the file cannot be read or is empty, or if both variables are set. The message never contains a secret.
 */
export function readSecretFile(env: NodeJS.ProcessEnv, variable: string): string | undefined {
  const fileVariable = secretFileVariable(variable);
  const path = env[fileVariable];
  if (!path) return undefined;
  if (env[variable]) throw new OperatorError(`${variable} and ${fileVariable} are both set: remove one of them`);
  if (!isAbsolute(path))
    throw new OperatorError(`${fileVariable} must be an absolute path of a file that contains ${variable}`);
  const secret = readText(fileVariable, path).replace(/\r?\n$/, '');
  if (secret === '') throw new OperatorError(`${fileVariable} names an empty file`);
  return secret;
}

function readText(fileVariable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new OperatorError(
      `${fileVariable} names a file that cannot be read (${(error as NodeJS.ErrnoException).code})`,
    );
  }
}
