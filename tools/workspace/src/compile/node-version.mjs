// The syntax and the imports of this file are those of Node 12, so that old versions of Node can report that they are too old.
import { readFileSync } from 'fs';
import { createRequire } from 'module';
import { join } from 'path';

/**
 * Returns why this process cannot run the workspace. Returns undefined if it can.
 * @param {string} root directory of the package.json whose `engines.node` is the required version
 * @returns {string | undefined} one line
 */
export function unsupportedReason(root) {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const satisfies = loadSatisfies();
  if (!satisfies) return 'The dependencies are not installed. Run: npm ci';
  if (satisfies(process.versions.node, engines.node, { includePrerelease: true })) return undefined;
  return `Node ${engines.node} is required, but this is Node ${process.versions.node} (${process.execPath}).`;
}

/** @returns {((version: string, range: string, options: { includePrerelease: boolean }) => boolean) | undefined} */
function loadSatisfies() {
  try {
    return createRequire(import.meta.url)('semver/functions/satisfies');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'MODULE_NOT_FOUND') throw error;
    return undefined;
  }
}
