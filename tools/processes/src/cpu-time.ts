import { readFileSync } from 'node:fs';
import { mainThreadStatOf, statOf } from './proc.ts';

/** Microseconds in a tick of /proc/<pid>/stat. Linux fixes it to 1/100 s for programs (USER_HZ), whatever its own timer does. */
const tick = 10_000;

/** Indexes of fields in the arrays that `statOf` and `mainThreadStatOf` return. */
const field = { user: 11, system: 12, exitedUser: 13, exitedSystem: 14 };

/** Errors of Linux for a process that exited before its file was opened, or before it was read. */
const exitedErrors = new Set<string | undefined>(['ENOENT', 'ESRCH']);

/** Microseconds of CPU time, user and system, that the process has used in all its threads. Linux only. */
export function cpuTimeOf(pid: number): number {
  return usedIn(statOf(pid));
}

/** Microseconds of CPU time of the main thread alone, which in Node runs the event loop. Linux only. */
export function cpuTimeOfMainThread(pid: number): number {
  return usedIn(mainThreadStatOf(pid));
}

/** Microseconds of CPU time of a process and all its children, including children that have exited. Linux only. */
export function cpuTimeOfTree(pid: number): number {
  const fields = statOf(pid);
  const exited = (Number(fields[field.exitedUser]) + Number(fields[field.exitedSystem])) * tick;
  return runningChildrenOf(pid).reduce((sum, child) => sum + cpuTimeOfChild(child), cpuTimeOf(pid) + exited);
}

function usedIn(fields: readonly string[]): number {
  return (Number(fields[field.user]) + Number(fields[field.system])) * tick;
}

/** Reads one file, not all of /proc as `childrenOf` does, because the benchmark calls this within its measurement. */
function runningChildrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children === '' ? [] : children.split(' ').map(Number);
}

/** Returns 0 if the child has exited since it was listed: from then on its parent's figures include its time. */
function cpuTimeOfChild(pid: number): number {
  try {
    return cpuTimeOf(pid);
  } catch (error) {
    if (!exitedErrors.has((error as NodeJS.ErrnoException).code)) throw error;
    return 0;
  }
}
