/** @import { Tree } from '@nx/devkit' */

/**
 * Sets the versions in a package.json: of the package and of the workspace's packages that of the workspace, and of all other
 * packages that of the database library.
 * @param {Tree} tree
 * @param {string} text of the package.json
 */
export function setVersions(tree, text) {
  /** @param {string} path */
  const read = (path) => JSON.parse(tree.read(path, 'utf8') ?? '{}');
  const { version } = read('package.json');
  const { dependencies: external } = read('libs/shared/database/package.json');
  const manifest = JSON.parse(text);
  const dependencies = Object.keys(manifest.dependencies)
    .sort()
    .map((name) => [name, name.startsWith('@petstore/') ? version : external[name]]);
  return `${JSON.stringify({ ...manifest, version, dependencies: Object.fromEntries(dependencies) }, undefined, 2)}\n`;
}
