import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Where they lie in what `statOf` answers. */
const state = 0;
const parent = 1;

/** What Linux keeps of a process in /proc/<pid>/stat, from its state on: the name before that may hold anything. */
export function statOf(pid: number): string[] {
  return fieldsOf(`/proc/${pid}/stat`);
}

/** The same of its main thread alone, which in Node runs the event loop. */
export function mainThreadStatOf(pid: number): string[] {
  return fieldsOf(`/proc/${pid}/task/${pid}/stat`);
}

function fieldsOf(file: string): string[] {
  const stat = readFileSync(file, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

export function parentOf(pid: number): number {
  return Number(statOf(pid)[parent]);
}

/** Whether the process is stopped (SIGSTOP). Without /proc, `ps` tells. */
export function isPaused(pid: number): boolean {
  const found = existsSync('/proc/self/stat')
    ? statOf(pid)[state]
    : execFileSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  return found?.startsWith('T') === true;
}

/** Mebibytes of memory: `VmRSS` held now, `VmHWM` at most since the process began. */
export function memoryOf(pid: number, figure: 'VmRSS' | 'VmHWM'): number {
  const kibibytes = new RegExp(`^${figure}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kibibytes) / 1024;
}
