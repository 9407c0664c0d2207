import { readFileSync } from 'node:fs';
import { childrenOf } from '@petstore/database/testing';

/** Microseconds of a tick in /proc: USER_HZ is 100 on all platforms of this project. */
const tick = 10_000;

/** Indexes of fields in /proc/<pid>/stat after the name of the process. */
const field = { user: 11, system: 12, userOfExited: 13, systemOfExited: 14 };

/** Microseconds of CPU time, user and system, of a process with all its threads. Linux only. */
export function cpuTimeOf(pid: number): number {
  return sumOf(pid, field.user, field.system);
}

/** The same for a process and its direct children, including those that exited. */
export function cpuTimeOfTree(pid: number): number {
  const own = sumOf(pid, field.user, field.system, field.userOfExited, field.systemOfExited);
  return childrenOf(pid).reduce((sum, child) => sum + cpuTimeOfChild(child), own);
}

function sumOf(pid: number, ...fields: readonly number[]): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name is in parentheses and may contain spaces.
  const values = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.reduce((sum, index) => sum + Number(values[index]) * tick, 0);
}

function cpuTimeOfChild(pid: number): number {
  try {
    return cpuTimeOf(pid);
  } catch {
    // The child has exited since it was listed.
    return 0;
  }
}

/** Bytes of resident memory. Linux only. */
export function memoryOf(pid: number): number {
  const [, kibibytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  return Number(kibibytes) * 1_024;
}
