import { editFile } from '../edits/edit-file.mjs';
import { UnexpectedShape } from '../edits/source-edit.mjs';

/** @import { Tree } from '@nx/devkit' */

const betaOperationImport =
  "import { ApiBetaOperation } from '@petstore/openapi/document/api-beta-operation.decorator';\n";

/**
 * The edits that make the operations of a generated context beta, by the end of the file's path. Each edit is a pattern and its
 * replacement.
 * @type {Readonly<Record<string, readonly (readonly [pattern: RegExp, replacement: string])[]>>}
 */
const edits = {
  '.context.ts': [[/^ *module: \w+,\n/m, '$&isBeta: true,\n']],
  '.document.ts': [
    [/ ApiOperation,/, ''],
    [/^import .* from '@nestjs\/swagger';\n/m, `$&${betaOperationImport}`],
    [/\bApiOperation\(/g, 'ApiBetaOperation('],
  ],
  '.spec.ts': [[/\bstartTestApp\(\)/g, 'startTestApp({ beta: true })']],
};

/**
 * Makes the operations of a generated context beta: only services with `BETA=on` have them, and only the beta document.
 * @param {Tree} tree
 * @param {string} folder the context in the API, relative to the workspace
 * @throws {Error} that names the file, if a template no longer contains what an edit replaces
 */
export function markAsBeta(tree, folder) {
  for (const [end, replacements] of Object.entries(edits)) {
    for (const name of tree.children(folder).filter((file) => file.endsWith(end)))
      editFile(tree, `${folder}/${name}`, (text) => replacements.reduce(replace, text));
  }
}

/**
 * @param {string} text
 * @param {readonly [pattern: RegExp, replacement: string]} edit
 */
function replace(text, [pattern, replacement]) {
  const replaced = text.replace(pattern, replacement);
  if (replaced === text) throw new UnexpectedShape(`it has no match of ${pattern}`);
  return replaced;
}
