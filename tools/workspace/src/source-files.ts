import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Texts by path. Paths are relative to the root of the workspace and use `/`. */
export type SourceFiles = ReadonlyMap<string, string>;

const generated = new Set(['node_modules', 'dist', 'out-tsc', 'coverage']);
const sourceFile = /\.(?:ts|mjs)$|^package\.json$/;

/**
 * Reads the files of the workspace, except generated files, dependencies and hidden folders.
 * @param name pattern of the file names; by default `.ts`, `.mjs` and `package.json`
 */
export function readSourceFiles(root: string, name = sourceFile): SourceFiles {
  const files = new Map<string, string>();
  const read = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}${entry.name}`;
      if (entry.isDirectory()) {
        if (!entry.name.startsWith('.') && !generated.has(entry.name)) read(`${path}/`);
      } else if (name.test(entry.name)) {
        files.set(path, readFileSync(join(root, path), 'utf8'));
      }
    }
  };
  read('');
  return files;
}

/** Whether the file is a test, a helper of the tests of its project, or a Jest configuration. */
export function isTest(path: string): boolean {
  return (
    path.endsWith('.spec.ts') ||
    path.endsWith('/jest.config.mjs') ||
    path.startsWith('apps/api-e2e/') ||
    /\/src\/(?:.+\/)?testing\//.test(path)
  );
}

/** The number of line feeds. */
export function lineCount(text: string): number {
  return text.split('\n').length - 1;
}
