import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { parentOf } from './proc.ts';

/** Returns the process ids of the direct children of a process. Reads /proc, or runs `ps` where there is no /proc. */
export function childrenOf(parent: number): number[] {
  const pairs = existsSync('/proc/self/stat') ? fromProc() : fromPs();
  return pairs.filter(([, ppid]) => ppid === parent).map(([pid]) => pid);
}

/** Sends the signal, unless the process has exited. */
export function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

type PidAndParent = readonly [pid: number, parent: number];

function fromProc(): PidAndParent[] {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return pids.flatMap((pid) => {
    try {
      return [[pid, parentOf(pid)] as const];
    } catch {
      // The process has exited since it was listed.
      return [];
    }
  });
}

function fromPs(): PidAndParent[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
}
