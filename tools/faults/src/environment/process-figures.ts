import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cpuTimeOfMainThread, memoryOf } from '@petstore/processes';

/** Resource usage of a process. */
export interface ProcessFigures {
  /** Resident memory in MiB. */
  readonly megabytes: number;
  /** Open file descriptors, sockets included. */
  readonly files: number;
}

/** Returns memory and open files of a process; undefined where there is no /proc. */
export function processFigures(pid: number): ProcessFigures | undefined {
  if (!existsSync(`/proc/${pid}/status`)) return undefined;
  return { megabytes: memoryOf(pid, 'VmRSS'), files: readdirSync(`/proc/${pid}/fd`).length };
}

/** Assumed limit of open files where there is no /proc. */
const defaultOpenFileLimit = 1_024;

/** Returns the number of files that this process, and each process that it starts, may open. */
export function openFileLimit(): number {
  if (!existsSync('/proc/self/limits')) return defaultOpenFileLimit;
  const limit = /Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  return Number(limit ?? defaultOpenFileLimit);
}

/** Returns milliseconds of CPU time that the main thread of a process has used, which in Node runs the event loop; undefined where there is no /proc. */
export function eventLoopTime(pid: number): number | undefined {
  if (!existsSync(`/proc/${pid}/stat`)) return undefined;
  return cpuTimeOfMainThread(pid) / 1_000;
}
