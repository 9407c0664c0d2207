import { basename, join } from 'node:path';
import { createProjectGraphAsync, readCachedProjectGraph } from '@nx/devkit';
import { ESLint } from 'eslint';

/**
 * Lints the staged versions of files.
 * @param {string} root absolute path of the workspace
 * @param {readonly { path: string, text: string }[]} files
 * @returns {Promise<string>} the errors as text for a terminal; an empty text if there are none
 */
export async function lintStaged(root, files) {
  const linted = files.filter(({ path }) => path.endsWith('.ts') || basename(path) === 'package.json');
  if (linted.length === 0) return '';
  await requireProjectGraph(linted.some(({ path }) => basename(path) === 'package.json'));
  const eslint = new ESLint({ cwd: root });
  const results = [];
  for (const { path, text } of linted) results.push(...(await eslint.lintText(text, { filePath: join(root, path) })));
  const errors = ESLint.getErrorResults(results);
  if (errors.length === 0) return '';
  return (await eslint.loadFormatter('stylish')).format(errors);
}

/**
 * `@nx/enforce-module-boundaries` reports nothing without a project graph. To create one takes longer than everything else here.
 * So the graph of the last run of Nx is used, unless projects may have changed. `npm test` uses a new one.
 */
async function requireProjectGraph(isOutdated) {
  try {
    if (!isOutdated) return void readCachedProjectGraph();
  } catch {
    // There is none.
  }
  await createProjectGraphAsync();
}
