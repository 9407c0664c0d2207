import { existsSync, readFileSync } from 'node:fs';

/** Microseconds in a tick of /proc/<pid>/stat: Linux counts a hundred a second for programs, whatever its own clock does. */
const tick = 10_000;

/** Where fields lie behind the name in parentheses, which may hold blanks itself. */
const field = { parent: 1, user: 11, system: 12, endedUser: 13, endedSystem: 14 };

/** Microseconds of CPU that the process has used so far. */
export function cpuOf(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[field.user]) + Number(fields[field.system])) * tick;
}

/** The same for a process and all its children, those that have ended included. */
export function cpuOfFamily(pid: number): number {
  const fields = statOf(pid);
  const ended = (Number(fields[field.endedUser]) + Number(fields[field.endedSystem])) * tick;
  return childrenOf(pid).reduce((sum, child) => sum + cpuOfLiving(child), cpuOf(pid) + ended);
}

export function parentOf(pid: number): number {
  return Number(statOf(pid)[field.parent]);
}

/** Mebibytes of memory: `VmRSS` held now, `VmHWM` at most since the process began. */
export function memoryOf(pid: number, figure: 'VmRSS' | 'VmHWM'): number {
  const kibibytes = new RegExp(`^${figure}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kibibytes) / 1024;
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children === '' ? [] : children.split(' ').map(Number);
}

/** A child may end between being listed and being read; its parent has its time from then on. */
function cpuOfLiving(pid: number): number {
  return existsSync(`/proc/${pid}/stat`) ? cpuOf(pid) : 0;
}

function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
