import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** @import { Tree } from '@nx/devkit' */

/** The file names of the templates end with this, so that no tool takes them for code of this workspace. */
const suffix = '.template';

/**
 * Adds a file for each template of a folder.
 * @param {Tree} tree
 * @param {string} folder absolute path of the templates; their paths in it are those of the files in the workspace
 * @param {(text: string) => string} substitute replaces names in the paths and in the texts
 * @throws {Error} if a file exists already
 */
export function addFiles(tree, folder, substitute) {
  for (const template of templatesIn(folder)) {
    const path = substitute(relative(folder, template).split(sep).join('/').slice(0, -suffix.length));
    if (tree.exists(path)) throw new Error(`${path} exists already.`);
    tree.write(path, substitute(readFileSync(template, 'utf8')));
  }
}

/**
 * Returns the absolute paths of the templates in the folder and its subfolders.
 * @param {string} folder
 */
export function templatesIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(suffix))
    .map((path) => join(folder, path))
    .sort();
}
