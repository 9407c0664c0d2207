import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { memoryOf, statOf } from '@petstore/processes';

export interface ProcessFigures {
  readonly megabytes: number;
  /** Open ones, sockets included. */
  readonly files: number;
}

/** What the system says of a process; nothing where there is no /proc. */
export function processFigures(pid: number): ProcessFigures | undefined {
  if (!existsSync(`/proc/${pid}/status`)) return undefined;
  return { megabytes: memoryOf(pid, 'VmRSS'), files: readdirSync(`/proc/${pid}/fd`).length };
}

/** How many files this process, and those that it starts, may have open. */
export function mostFiles(): number {
  if (!existsSync('/proc/self/limits')) return 1_024;
  return Number(/Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? 1_024);
}

/** Where user and system time lie in what `statOf` answers, and milliseconds of their unit, which Linux fixes for /proc. */
const [userTime, systemTime, tick] = [11, 12, 10];

/** Milliseconds of CPU that the process has used, all threads together; undefined where there is no /proc. */
export function processTime(pid: number): number | undefined {
  if (!existsSync(`/proc/${pid}/stat`)) return undefined;
  const stat = statOf(pid);
  return (Number(stat[userTime]) + Number(stat[systemTime])) * tick;
}
