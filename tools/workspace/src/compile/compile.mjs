import module from 'node:module';
import { join } from 'node:path';
import { CompilationRecord } from './compilation-record.mjs';
import { withLock } from './lock.mjs';
import { Progress } from './progress.mjs';

/** `npm ci` deletes it, so that the compiler checks all files afterwards. */
const cacheDirectory = 'node_modules/.cache/petstore-compile';

/**
 * Compiles the changed projects. Only one process at a time compiles in a workspace.
 * @param {string} root absolute path of the workspace
 * @param {readonly string[]} projects directories with a `tsconfig.lib.json`, relative to the root
 * @returns {Promise<number>} the exit code of `tsc -b`: 0 without errors, 2 if some projects have errors, 1 if all of them have
 */
export async function compile(root, projects) {
  const cache = join(root, cacheDirectory);
  const record = new CompilationRecord(join(cache, `${projects.join('+').replaceAll('/', '-')}.json`));
  // Reading the state of all files takes a tenth of the time that loading the compiler takes.
  if (record.isCurrent()) return 0;
  enableCompileCache();
  const { Solution } = await import('./solution.mjs');
  const progress = new Progress(process.stderr);
  return withCompileLock(root, progress, (renewLock) => {
    const solution = new Solution(root, projects);
    // A file that changes during the compilation differs from this state.
    const state = record.stateOf(solution.inputs);
    const { errors, succeeded } = solution.build(progress, renewLock);
    if (errors > 0) return succeeded > 0 ? 2 : 1;
    record.save(solution, state);
    return 0;
  });
}

/**
 * Calls `action` while no other process compiles the workspace.
 * @template T
 * @param {string} root absolute path of the workspace
 * @param {Pick<Progress, 'note'>} progress
 * @param {(renewLock: () => void) => T} action must call `renewLock` at least once a minute
 * @returns {Promise<T>}
 */
export function withCompileLock(root, progress, action) {
  /** @param {number} pid */
  const onWait = (pid) => progress.note(`Waiting for process ${pid}, which compiles this workspace`);
  return withLock(join(root, cacheDirectory, 'lock'), onWait, action);
}

/** Lets Node keep the compiled code of the compiler on disk. Node 20 does not have this function, and its types neither. */
function enableCompileCache() {
  /** @type {{ enableCompileCache?: () => unknown }} */ (module).enableCompileCache?.();
}
