import { spawnSync } from 'node:child_process';
import { autocannonGenerator } from './autocannon-generator.ts';
import type { LoadGenerator } from './load-parameters.ts';
import { wrkGenerator } from './wrk-generator.ts';

/** Chooses wrk if it is installed, else autocannon. */
export function chooseGenerator(program = 'wrk'): LoadGenerator {
  const version = versionOf(program);
  if (version !== undefined) return wrkGenerator(version, program);
  const reason = 'wrk is not installed (Debian package `wrk`)';
  return { ...autocannonGenerator, name: `${autocannonGenerator.name}, because ${reason}` };
}

/** Returns the version; undefined if wrk is not installed. Ignores the exit code, because `wrk -v` exits with 1. */
function versionOf(program: string): string | undefined {
  const { stdout } = spawnSync(program, ['-v'], { encoding: 'utf8' });
  return /^wrk (?:debian\/)?(\S+)/.exec(stdout ?? '')?.[1];
}
