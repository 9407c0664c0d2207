import { checkReference } from './boundaries/check-reference.mjs';
import { Workspace } from './boundaries/projects.mjs';
import { edgesOf, findCycles } from './cycles.ts';
import { orderViolations } from './folder-order.ts';
import { readImportGraph, type ImportGraph } from './import-graph.ts';
import type { SourceFiles } from './source-files.mjs';

export interface Analysis {
  readonly graph: ImportGraph;
  /** Cycles of imports of every kind, type imports and `import()` included. */
  readonly cycles: readonly string[];
  /** Cycles of projects, of which each imports the next, tests included. */
  readonly projectCycles: readonly string[];
  /** Imports that the folder order does not allow, and files that it does not list. */
  readonly order: readonly string[];
  /** References to modules that the boundaries do not allow. */
  readonly boundaries: readonly string[];
}

/**
 * Reads the import graph and checks it for cycles, the folder order and the boundaries.
 * @param files the sources and all `package.json` files
 */
export function analyzeImports(files: SourceFiles): Analysis {
  const graph = readImportGraph(files);
  const workspace = new Workspace(files);
  const projectPairs = graph.imports
    .map(({ from, to }) => [workspace.projectOf(from)?.folder ?? '', workspace.projectOf(to)?.folder ?? ''] as const)
    .filter(([from, to]) => from !== to && from !== '');
  return {
    graph,
    cycles: findCycles(edgesOf(graph.imports.map(({ from, to }) => [from, to]))),
    projectCycles: findCycles(edgesOf(projectPairs)),
    order: orderViolations(graph.imports, graph.files),
    boundaries: graph.references
      .filter(({ from }) => /^(?:apps|libs|tools)\//.test(from))
      .map(({ from, specifier }) => ({ from, message: checkReference(workspace, from, specifier) }))
      .filter(({ message }) => message !== undefined)
      .map(({ from, message }) => `${from}: ${message}`),
  };
}
