import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { AppProcess } from './run-app.ts';

/** Exit code and output of a process that has exited. */
export interface ProcessResult {
  /** `null` if a signal ended the process. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Waits until the process has exited and collects its output. */
export async function waitForExit(child: AppProcess): Promise<ProcessResult> {
  const [[exitCode], stdout, stderr] = await Promise.all([
    once(child, 'exit') as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { exitCode, stdout, stderr };
}
