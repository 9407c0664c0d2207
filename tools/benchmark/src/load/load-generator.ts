import { spawnSync } from 'node:child_process';
import { autocannonLoad } from './autocannon-load.ts';
import type { LoadGenerator } from './load.ts';
import { wrkLoad } from './wrk-load.ts';

/** Chooses wrk if it is installed, else autocannon. */
export function chooseGenerator(program = 'wrk'): LoadGenerator {
  const version = versionOf(program);
  if (version !== undefined) return wrkLoad(version, program);
  return { ...autocannonLoad, name: `${autocannonLoad.name}, because wrk is not installed (Debian: wrk)` };
}

/** Ignores the exit code, because wrk prints its version and exits with 1. */
function versionOf(program: string): string | undefined {
  const { stdout } = spawnSync(program, ['-v'], { encoding: 'utf8' });
  return /^wrk (?:debian\/)?(\S+)/.exec(stdout ?? '')?.[1];
}
