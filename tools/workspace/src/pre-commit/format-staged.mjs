import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import prettier from 'prettier';
import { git } from './git.mjs';

/**
 * @typedef {object} FormattedFiles
 * @property {{ path: string, text: string }[]} staged the staged files after formatting
 * @property {string[]} formatted the files that were changed and staged again
 * @property {string[]} unformatted the files that are not formatted and were not changed
 * @property {string[]} invalid a message for each file that Prettier cannot parse
 */

/**
 * Formats the staged files. Changes only files whose staged version is also the version in the work tree, and stages them again.
 * Reports the others, because staging them would also stage, or lose, changes that are not staged.
 * @param {string} root absolute path of the work tree
 * @returns {Promise<FormattedFiles>}
 */
export async function formatStaged(root) {
  const paths = list(git(root, 'diff', '--cached', '--name-only', '--diff-filter=ACMRT', '-z'));
  const unstaged = new Set(list(git(root, 'diff', '--name-only', '-z')));
  const mayChange = isWholeIndex(root);
  /** @type {FormattedFiles} */
  const result = { staged: [], formatted: [], unformatted: [], invalid: [] };
  for (const path of paths) {
    const text = git(root, 'show', `:./${path}`);
    const formatted = await format(root, path, text).catch((error) => void result.invalid.push(error.message));
    if (formatted === undefined || formatted === text) {
      result.staged.push({ path, text });
    } else if (mayChange && !unstaged.has(path)) {
      writeFileSync(join(root, path), formatted);
      git(root, 'add', '--', path);
      result.formatted.push(path);
      result.staged.push({ path, text: formatted });
    } else {
      result.unformatted.push(path);
      result.staged.push({ path, text });
    }
  }
  return result;
}

/**
 * Returns undefined if Prettier ignores the file or does not know its language.
 * @param {string} root
 * @param {string} path
 * @param {string} text
 */
async function format(root, path, text) {
  const file = join(root, path);
  const info = await prettier.getFileInfo(file, {
    ignorePath: ['.gitignore', '.prettierignore'].map((name) => join(root, name)),
  });
  if (info.ignored || !info.inferredParser) return undefined;
  return prettier.format(text, { ...(await prettier.resolveConfig(file)), filepath: file });
}

/**
 * Whether the commit's index becomes the index of the work tree. `git commit <path>` commits a temporary index.
 * @param {string} root
 */
function isWholeIndex(root) {
  const directory = resolve(root, git(root, 'rev-parse', '--git-dir').trim());
  const { GIT_INDEX_FILE: index } = process.env;
  // `git commit -a` prepares the new index in `index.lock`.
  return !index || ['index', 'index.lock'].some((name) => resolve(root, index) === join(directory, name));
}

/** @param {string} output of a git command with `-z` */
function list(output) {
  return output.split('\0').filter((path) => path !== '');
}
