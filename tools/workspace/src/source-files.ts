import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Texts of files by path. A path is relative to the workspace and uses `/`. */
export type SourceFiles = ReadonlyMap<string, string>;

const generatedFolders = new Set(['node_modules', 'dist', 'out-tsc', 'coverage']);
/** Folder of the results of benchmarks and soak tests, in the root of the workspace. */
const reports = 'reports';
const sourceFile = /\.(?:ts|mjs)$|^package\.json$/;

/**
 * Reads the files of the workspace, except those in generated, dependency and hidden folders.
 * @param namePattern pattern of the file names; by default `.ts`, `.mjs` and `package.json`
 */
export function readSourceFiles(root: string, namePattern = sourceFile): SourceFiles {
  const files = new Map<string, string>();
  const read = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}${entry.name}`;
      if (entry.isDirectory()) {
        if (!entry.name.startsWith('.') && !generatedFolders.has(entry.name) && path !== reports) read(`${path}/`);
      } else if (namePattern.test(entry.name)) {
        files.set(path, readFileSync(join(root, path), 'utf8'));
      }
    }
  };
  read('');
  return files;
}

/** Whether the file is a spec, is in a `testing` folder below `src` or in `apps/api-e2e`, or is a Jest configuration. */
export function isTest(path: string): boolean {
  return (
    path.endsWith('.spec.ts') ||
    path.endsWith('/jest.config.mjs') ||
    path.startsWith('apps/api-e2e/') ||
    /\/src\/(?:.+\/)?testing\//.test(path)
  );
}

/** Counts the line feeds. */
export function lineCount(text: string): number {
  return text.split('\n').length - 1;
}
