import { readFileSync } from 'node:fs';
import { mainThreadStatOf, statOf } from './proc.ts';

/** Microseconds of a tick in /proc/<pid>/stat: USER_HZ is 100 on all platforms of this project. */
const tickDuration = 10_000;

/** Indexes of fields in the arrays that `statOf` and `mainThreadStatOf` return. */
const field = { user: 11, system: 12, exitedUser: 13, exitedSystem: 14 };

/** Error codes of reading /proc/<pid> after the process has exited. */
const exitedErrors = new Set<string | undefined>(['ENOENT', 'ESRCH']);

/** Microseconds of CPU time. */
export interface CpuTimes {
  readonly user: number;
  /** In the kernel, on behalf of the process. */
  readonly system: number;
}

/** Returns the CPU times of all threads of the process. Linux only. */
export function cpuTimesOf(pid: number): CpuTimes {
  return timesIn(statOf(pid));
}

/** Returns microseconds of CPU time (user and system) of all threads of the process. Linux only. */
export function cpuTimeOf(pid: number): number {
  return usedIn(statOf(pid));
}

/** Returns microseconds of CPU time of the main thread, which in Node runs the event loop. Linux only. */
export function cpuTimeOfMainThread(pid: number): number {
  return usedIn(mainThreadStatOf(pid));
}

/** Returns microseconds of CPU time of a process and its direct children, including exited children. Linux only. */
export function cpuTimeOfTree(pid: number): number {
  const fields = statOf(pid);
  const exited = (Number(fields[field.exitedUser]) + Number(fields[field.exitedSystem])) * tickDuration;
  return runningChildrenOf(pid).reduce((sum, child) => sum + cpuTimeOfChild(child), cpuTimeOf(pid) + exited);
}

function timesIn(fields: readonly string[]): CpuTimes {
  return { user: Number(fields[field.user]) * tickDuration, system: Number(fields[field.system]) * tickDuration };
}

function usedIn(fields: readonly string[]): number {
  const { user, system } = timesIn(fields);
  return user + system;
}

/** Reads one file. `childrenOf` reads all of /proc, which would disturb the benchmark's measurement. */
function runningChildrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children === '' ? [] : children.split(' ').map(Number);
}

/** Returns 0 if the child has exited since it was listed. */
function cpuTimeOfChild(pid: number): number {
  try {
    return cpuTimeOf(pid);
  } catch (error) {
    if (!exitedErrors.has((error as NodeJS.ErrnoException).code)) throw error;
    return 0;
  }
}
