import { basename, join } from 'node:path';
import { ESLint } from 'eslint';

/**
 * Lints the staged versions of files.
 * @param {string} root absolute path of the workspace
 * @param {readonly { path: string, text: string }[]} files
 * @returns {Promise<string>} the errors as text for a terminal; an empty text if there are none
 */
export async function lintStaged(root, files) {
  const linted = files.filter(({ path }) => /\.[cm]?[jt]s$/.test(path) || basename(path) === 'package.json');
  if (linted.length === 0) return '';
  const eslint = new ESLint({ cwd: root });
  const results = [];
  for (const { path, text } of linted) results.push(...(await eslint.lintText(text, { filePath: join(root, path) })));
  const errors = ESLint.getErrorResults(results);
  if (errors.length === 0) return '';
  return (await eslint.loadFormatter('stylish')).format(errors);
}
