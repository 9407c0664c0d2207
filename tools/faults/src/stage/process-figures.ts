import { existsSync, readdirSync, readFileSync } from 'node:fs';

export interface ProcessFigures {
  readonly megabytes: number;
  /** Open ones, sockets included. */
  readonly files: number;
}

/** What the system says of a process; nothing where there is no /proc. */
export function processFigures(pid: number): ProcessFigures | undefined {
  if (!existsSync(`/proc/${pid}/status`)) return undefined;
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  return { megabytes: kilobytes / 1_024, files: readdirSync(`/proc/${pid}/fd`).length };
}

/** How many files this process, and those that it starts, may have open. */
export function mostFiles(): number {
  if (!existsSync('/proc/self/limits')) return 1_024;
  return Number(/Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? 1_024);
}
