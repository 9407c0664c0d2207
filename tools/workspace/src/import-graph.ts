import { posix } from 'node:path';
import { packageName } from './boundaries/check-reference.mjs';
import { sourceOf } from './boundaries/exports.mjs';
import { moduleReferences } from './boundaries/module-references.mjs';
import { Workspace } from './boundaries/projects.mjs';
import type { SourceFiles } from './source-files.mjs';

export interface Import {
  readonly from: string;
  readonly to: string;
  /** `static`: loaded with the importing file. `dynamic`: loaded or resolved later. `type`: removed by the compiler. */
  readonly kind: 'static' | 'dynamic' | 'type';
}

export interface ImportGraph {
  readonly files: readonly string[];
  readonly imports: readonly Import[];
  /** References to modules of every kind, packages of Node and of npm included. */
  readonly references: readonly Reference[];
  /** Imports whose file or workspace package does not exist, in the form `file: specifier`. */
  readonly unresolved: readonly string[];
}

interface Reference {
  readonly from: string;
  /** Undefined if it is not a constant. */
  readonly specifier: string | undefined;
}

/**
 * Parses the files and resolves their imports of each other.
 * @param files the sources, the `package.json` of the workspace and those of its packages, whose `exports` name sources by the
 *   condition `@petstore/source`
 */
export function readImportGraph(files: SourceFiles): ImportGraph {
  const workspace = new Workspace(files);
  const sources = [...files].filter(([path]) => !path.endsWith('package.json'));
  const imports: Import[] = [];
  const references: Reference[] = [];
  const unresolved: string[] = [];
  for (const [from, text] of sources) {
    for (const { specifier, kind } of moduleReferences(from, text)) {
      references.push({ from, specifier });
      const to = specifier && resolve(workspace, from, specifier);
      if (!to) continue;
      if (files.has(to)) imports.push({ from, to, kind });
      else unresolved.push(`${from}: ${specifier}`);
    }
  }
  return { files: sources.map(([path]) => path), imports, references, unresolved };
}

/**
 * Returns the path that the specifier names. Returns the specifier itself for a workspace package without that export, and
 * undefined for a package that is not part of this workspace.
 */
function resolve(workspace: Workspace, from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return sourceOfBuilt(posix.join(posix.dirname(from), specifier));
  const name = packageName(specifier);
  const project = name && workspace.projectNamed(name);
  if (!name || !project) return specifier.startsWith('@petstore/') ? specifier : undefined;
  const source = sourceOf(project.manifest.exports, specifier.slice(name.length + 1));
  return source ? posix.join(project.folder, source) : specifier;
}

/** Returns the source of a built file, which a script outside of `src` may import; the path itself for other files. */
function sourceOfBuilt(path: string): string {
  return path.replace(/\/dist\/(.+)\.js$/, '/src/$1.ts');
}
