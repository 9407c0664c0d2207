import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Indexes of fields in the array that `statOf` returns. */
const state = 0;
const parent = 1;

/** Returns the fields of /proc/<pid>/stat from the state on. */
export function statOf(pid: number): string[] {
  return fieldsOf(`/proc/${pid}/stat`);
}

/** Returns the same fields of the main thread. */
export function mainThreadStatOf(pid: number): string[] {
  return fieldsOf(`/proc/${pid}/task/${pid}/stat`);
}

function fieldsOf(file: string): string[] {
  // The process name before the state is in parentheses and may contain any character, also `)`.
  const stat = readFileSync(file, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Returns the process id of the parent. Linux only. */
export function parentOf(pid: number): number {
  return Number(statOf(pid)[parent]);
}

/** Whether the process is stopped (SIGSTOP). Reads /proc, or runs `ps` where there is no /proc. */
export function isPaused(pid: number): boolean {
  const processState = existsSync('/proc/self/stat')
    ? statOf(pid)[state]
    : execFileSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  return processState?.startsWith('T') === true;
}

/** Resident memory in MiB: `VmRSS` is the current size, `VmHWM` the peak since the process started. Linux only. */
export function memoryOf(pid: number, figure: 'VmRSS' | 'VmHWM'): number {
  const kibibytes = new RegExp(`^${figure}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kibibytes) / 1024;
}
