import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** What the system says of a process: memory in megabytes and open files; nothing where there is no /proc. */
export function figuresOf(pid: number): { readonly megabytes: number; readonly files: number } | undefined {
  if (!existsSync(`/proc/${pid}/status`)) return undefined;
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  return { megabytes: kilobytes / 1_024, files: readdirSync(`/proc/${pid}/fd`).length };
}

/** How many files this process, and those that it starts, may have open. */
export function mostFiles(): number {
  if (!existsSync('/proc/self/limits')) return 1_024;
  return Number(/Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? 1_024);
}
