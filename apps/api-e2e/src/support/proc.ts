import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Whether this system has the figures of processes in /proc. Without it, the other functions throw. */
export const hasProc = existsSync('/proc/self/stat');

/** Returns the resident memory of a process in MiB. */
export function memoryOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024;
}

/** Returns the number of open files, sockets included. */
export function filesOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** Returns the milliseconds of CPU time that the main thread has used. In Node, it runs the event loop. */
export function eventLoopTimeOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8');
  // The name of the process is in parentheses and may contain spaces. A tick is 10 ms.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Returns the number of files that this process, and each process that it starts, may open. */
export function openFileLimit(): number {
  return Number(/Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))![1]);
}
