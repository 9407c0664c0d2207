import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const apps = join(dirname(fileURLToPath(import.meta.url)), '../../../apps');

/** Where a process of ours finds its database: `DATABASE_URL` or `DATA_DIR`. */
export type Place = { DATABASE_URL: string } | { DATA_DIR: string };

export interface Finished {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export type Child = ChildProcessByStdio<null, Readable, Readable>;

/** The service where it is expected not to start, run to its end. */
export function startInVain(env: Record<string, string>): Promise<Finished> {
  return finish(run('api', [], env));
}

/** The operators' program, run to its end. */
export function petstore(place: Place, ...args: string[]): Promise<Finished> {
  return finish(petstoreProcess(place, ...args));
}

export function petstoreProcess(place: Place, ...args: string[]): Child {
  return run('cli', args, place);
}

export async function finish(child: Child): Promise<Finished> {
  const exit = once(child, 'exit');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [exitCode] = (await exit) as [number | null];
  return { exitCode, stdout, stderr };
}

/** Starts what is built of the app. It gets no environment beside PATH, HOME and the given one. */
export function run(app: 'api' | 'cli', args: string[], env: Record<string, string>): Child {
  const { PATH = '', HOME = '' } = process.env;
  const main = join(apps, app, 'dist/main.js');
  return spawn(process.execPath, [main, ...args], { env: { PATH, HOME, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
}
