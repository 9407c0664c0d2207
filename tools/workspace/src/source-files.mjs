import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {ReadonlyMap<string, string>} SourceFiles Texts of files by path. A path is relative to the workspace and uses `/`. */

const generatedFolders = new Set(['node_modules', 'dist', 'out-tsc', 'coverage']);
/** Folder of the results of benchmarks and soak tests, in the root of the workspace. */
const reports = 'reports';
const sourceFile = /\.(?:ts|mjs)$|^package\.json$/;

/**
 * Reads the files of the workspace, except those in generated, dependency and hidden folders outside of `src`.
 * @param {string} root absolute path of the workspace
 * @param {RegExp} [namePattern] pattern of the file names; by default `.ts`, `.mjs` and `package.json`
 * @param {string} [start] folder to read, relative to the workspace; by default the whole workspace
 * @returns {SourceFiles}
 */
export function readSourceFiles(root, namePattern = sourceFile, start = '') {
  /** @type {Map<string, string>} */
  const files = new Map();
  /** @param {string} folder */
  const read = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}${entry.name}`;
      if (entry.isDirectory()) {
        const isSource = /(?:^|\/)src\//.test(path);
        const isGenerated = entry.name.startsWith('.') || generatedFolders.has(entry.name) || path === reports;
        if (isSource || !isGenerated) read(`${path}/`);
      } else if (namePattern.test(entry.name)) {
        files.set(path, readFileSync(join(root, path), 'utf8'));
      }
    }
  };
  read(start && `${start}/`);
  return files;
}

/**
 * Whether the file is a spec, is in a `testing` folder below `src` or in `apps/api-e2e`, or is a Jest configuration.
 * @param {string} path relative to the workspace
 */
export function isTest(path) {
  return (
    path.endsWith('.spec.ts') ||
    path.endsWith('/jest.config.mjs') ||
    path.startsWith('apps/api-e2e/') ||
    /\/src\/(?:.+\/)?testing\//.test(path)
  );
}

/**
 * Counts the line feeds.
 * @param {string} text
 */
export function lineCount(text) {
  return text.split('\n').length - 1;
}
