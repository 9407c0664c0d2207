import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { parentOf } from '@petstore/processes';

/** Process ids of a process' children: from /proc, or where there is none, from ps. */
export function childrenOf(parent: number): number[] {
  const pairs = existsSync('/proc/self/stat') ? fromProc() : fromPs();
  return pairs.filter(([, ppid]) => ppid === parent).map(([pid]) => pid);
}

/** Sends the signal, unless the process has ended by itself meanwhile. */
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
      return [];
    }
  });
}

function fromPs(): PidAndParent[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
}
