import { readFileSync } from 'node:fs';
import { statOf } from '@petstore/processes';

/** Microseconds in a tick of /proc/<pid>/stat: Linux counts a hundred a second for programs, whatever its own clock does. */
const tick = 10_000;

/** Where fields lie in what `statOf` answers. */
const field = { user: 11, system: 12, endedUser: 13, endedSystem: 14 };

/** What Linux says of a process that ended before its file was opened, and of one that ended before it was read. */
const hasGone = new Set<string | undefined>(['ENOENT', 'ESRCH']);

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

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children === '' ? [] : children.split(' ').map(Number);
}

/** A child may end between being listed and being read; its parent has its time from then on. */
function cpuOfLiving(pid: number): number {
  try {
    return cpuOf(pid);
  } catch (error) {
    if (!hasGone.has((error as NodeJS.ErrnoException).code)) throw error;
    return 0;
  }
}
