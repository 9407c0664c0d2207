import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cpuTimeOfMainThread, memoryOf } from '@petstore/processes';

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

/** Returns how many files this process, and each process that it starts, may open. */
export function openFileLimit(): number {
  if (!existsSync('/proc/self/limits')) return 1_024;
  return Number(/Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? 1_024);
}

/** Returns milliseconds of CPU time that the event loop of a Node process has used; undefined where there is no /proc. */
export function eventLoopTime(pid: number): number | undefined {
  if (!existsSync(`/proc/${pid}/stat`)) return undefined;
  return cpuTimeOfMainThread(pid) / 1_000;
}
