import { UnexpectedShape } from './source-edit.mjs';

/** @import { Tree } from '@nx/devkit' */

/**
 * Changes a file of the workspace.
 * @param {Tree} tree
 * @param {string} path
 * @param {(text: string) => string} edit
 * @throws {Error} that names the file, if it does not exist or does not have the shape that the edit expects
 */
export function editFile(tree, path, edit) {
  const text = tree.read(path, 'utf8');
  if (text === null) throw new Error(`${path} does not exist.`);
  try {
    tree.write(path, edit(text));
  } catch (error) {
    if (error instanceof UnexpectedShape)
      throw new Error(`${path} cannot be edited: ${error.message}.`, { cause: error });
    throw error;
  }
}
