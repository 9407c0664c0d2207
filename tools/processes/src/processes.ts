import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { run, type Child } from './run.ts';
import type { Place } from './service-process.ts';

export interface Finished {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

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
