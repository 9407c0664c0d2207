import type { ChildProcessByStdio } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { childProcesses, inheritedEnvironment } from './child-processes.ts';

type App = 'api' | 'cli';

/** A process whose standard output and standard error are streams of this process. */
export type AppProcess = ChildProcessByStdio<null, Readable, Readable>;

const apps = join(dirname(fileURLToPath(import.meta.url)), '../../../apps');

/** Path of the built main file of an app. */
export function mainFileOf(app: App): string {
  return join(apps, app, 'dist/main.js');
}

/**
 * Starts a built app with the given environment variables only.
 * @param stdout file descriptor for its standard output; without it, the output is a stream of the returned process
 */
export function runApp(app: App, args: string[], env: Record<string, string>): AppProcess;
export function runApp(
  app: App,
  args: string[],
  env: Record<string, string>,
  stdout: number,
): ChildProcessByStdio<null, null, Readable>;
export function runApp(
  app: App,
  args: string[],
  env: Record<string, string>,
  stdout: number | 'pipe' = 'pipe',
): unknown {
  return childProcesses.spawn(process.execPath, [mainFileOf(app), ...args], {
    env: { ...inheritedEnvironment(), ...env },
    stdio: ['ignore', stdout, 'pipe'],
  });
}
