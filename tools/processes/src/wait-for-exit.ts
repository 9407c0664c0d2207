import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { AppProcess } from './run-app.ts';

/** Result of a process that has exited. */
export interface Finished {
  /** `null` if a signal ended the process. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Waits until the process has exited and collects its output. */
export async function waitForExit(child: AppProcess): Promise<Finished> {
  const exit = once(child, 'exit');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [exitCode] = (await exit) as [number | null];
  return { exitCode, stdout, stderr };
}
