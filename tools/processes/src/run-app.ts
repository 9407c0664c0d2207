import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const apps = join(dirname(fileURLToPath(import.meta.url)), '../../../apps');

/** A process whose standard output and standard error are read. */
export type Child = ChildProcessByStdio<null, Readable, Readable>;

/**
 * Starts an app as it is built, with these variables only.
 * @param stdout a descriptor for its standard output; without it the output is a stream of the child
 */
export function run(app: string, args: string[], env: Record<string, string>): Child;
export function run(
  app: string,
  args: string[],
  env: Record<string, string>,
  stdout: number,
): ChildProcessByStdio<null, null, Readable>;
export function run(
  app: string,
  args: string[],
  env: Record<string, string>,
  stdout: number | 'pipe' = 'pipe',
): unknown {
  const { PATH = '', HOME = '' } = process.env;
  const main = join(apps, app, 'dist/main.js');
  return spawn(process.execPath, [main, ...args], { env: { PATH, HOME, ...env }, stdio: ['ignore', stdout, 'pipe'] });
}
