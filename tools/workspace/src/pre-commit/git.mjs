import { spawnSync } from 'node:child_process';

/** Maximum bytes of the output. */
const maxBuffer = 1024 ** 3;

/**
 * Runs git in a directory and returns its standard output.
 * @param {string} root
 * @param {string[]} args
 * @throws {Error} with git's message if it fails
 */
export function git(root, ...args) {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer });
  if (error) throw error;
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${stderr.trim()}`);
  return stdout;
}
