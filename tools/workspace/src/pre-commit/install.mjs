// npm runs it at the end of `npm ci` and `npm install`. Makes Git use the hooks in `.githooks`, only in a Git work tree, not in CI,
// and not if other hooks exist. It imports no packages, because `npm ci --omit=dev` runs it too.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { errorCode } from '../compile/error-code.mjs';

const hooks = '.githooks';

/**
 * Returns the trimmed output; undefined if the command fails, or if there is no Git.
 * @param {string[]} args
 */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Whether this directory is the top level of a work tree. It may also be a copy inside a work tree of another project. */
const isWorkTree = git('rev-parse', '--show-prefix') === '';

function hasHooks() {
  try {
    return readdirSync(git('rev-parse', '--git-path', 'hooks') ?? '.git/hooks').some(
      (name) => !name.endsWith('.sample'),
    );
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return false;
  }
}

if (!process.env.CI && isWorkTree) {
  const current = git('config', '--get', 'core.hooksPath');
  if (current === undefined && !hasHooks()) {
    git('config', '--local', 'core.hooksPath', hooks);
    process.stdout.write(`Git now runs the hooks in ${hooks}. To undo it: git config core.hooksPath /dev/null\n`);
  }
}
