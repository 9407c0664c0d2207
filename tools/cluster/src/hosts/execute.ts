import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Runs a program to its end.
 * @returns its standard output
 * @throws Error with its standard error if its exit code is not 0
 */
export async function execute(program: string, ...args: string[]): Promise<string> {
  const { stdout } = await run(program, args);
  return stdout;
}
