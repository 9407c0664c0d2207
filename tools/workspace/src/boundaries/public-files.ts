import type { ImportGraph } from '../import-graph.ts';
import { isTest } from '../source-files.mjs';
import { sourceOf } from './exports.mjs';
import type { Project, Workspace } from './projects.mjs';

/** A source file, and the entry of `exports` that would name it, such as `./server/listen`. */
interface Candidate {
  readonly file: string;
  readonly entry: string;
}

/**
 * Lists the files that a pattern of `exports` makes public although no other project imports them, and the entries that exclude
 * no file. A new file of a library therefore stays private until another project needs it.
 */
export function publicFileProblems(workspace: Workspace, { files, imports }: ImportGraph): string[] {
  const used = imports.filter(({ from, to }) => workspace.projectOf(from) !== workspace.projectOf(to));
  const imported = new Set(used.map(({ to }) => to));
  return workspace.projects.flatMap((project) => {
    const path = `${project.folder}/package.json`;
    const candidates = candidatesOf(project, files);
    const entries = Object.entries(project.manifest.exports ?? {});
    const unused = candidates
      .filter(({ file, entry }) => isPublicByPattern(project, entry) && !imported.has(file))
      .map(
        ({ file, entry }) =>
          `${path} exports ${file}, which no other project imports. Add "${entry}": null to "exports".`,
      );
    const stale = entries
      .filter(([pattern, target]) => target === null && !candidates.some(({ entry }) => matches(entry, pattern)))
      .map(([pattern]) => `${path} excludes ${pattern}, which matches no file. Remove it from "exports".`);
    return [...unused, ...stale];
  });
}

function candidatesOf({ folder }: Project, files: readonly string[]): Candidate[] {
  const source = `${folder}/src/`;
  return files
    .filter((file) => file.startsWith(source) && file.endsWith('.ts'))
    .map((file) => ({ file, entry: `./${file.slice(source.length, -'.ts'.length)}` }));
}

function isPublicByPattern({ folder, manifest: { exports = {} } }: Project, entry: string): boolean {
  const source = sourceOf(exports, entry.slice('./'.length));
  return !(entry in exports) && source !== undefined && !isTest(`${folder}/${source.slice('./'.length)}`);
}

function matches(entry: string, pattern: string): boolean {
  const [start = '', end] = pattern.split('*');
  return end === undefined ? entry === start : entry.startsWith(start) && entry.endsWith(end);
}
