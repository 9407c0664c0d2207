import { spawnSync } from 'node:child_process';
import { autocannonLoad } from './autocannon-load.ts';
import type { LoadGenerator } from './load.ts';
import { wrkLoad } from './wrk-load.ts';

/** wrk where it is installed; else what costs more, but is always there. */
export function chooseGenerator(program = 'wrk'): LoadGenerator {
  const version = versionOf(program);
  if (version !== undefined) return wrkLoad(version, program);
  return { ...autocannonLoad, name: `${autocannonLoad.name}, for wrk is not installed (Debian: wrk)` };
}

/** It has no way to be asked without ending with 1. */
function versionOf(program: string): string | undefined {
  const { stdout } = spawnSync(program, ['-v'], { encoding: 'utf8' });
  return /^wrk (?:debian\/)?(\S+)/.exec(stdout ?? '')?.[1];
}
