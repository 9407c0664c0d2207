import { readFileSync } from 'node:fs';

/** Where it lies in what `statOf` answers. */
const parent = 1;

/** What Linux keeps of a process in /proc/<pid>/stat, from its state on: the name before that may hold anything. */
export function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

export function parentOf(pid: number): number {
  return Number(statOf(pid)[parent]);
}

/** Mebibytes of memory: `VmRSS` held now, `VmHWM` at most since the process began. */
export function memoryOf(pid: number, figure: 'VmRSS' | 'VmHWM'): number {
  const kibibytes = new RegExp(`^${figure}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kibibytes) / 1024;
}
