import { edgesOf, findCycles } from './cycles.ts';
import { orderViolations } from './folder-order.ts';
import { readImportGraph, type ImportGraph } from './import-graph.ts';
import { layersOf, layerViolations } from './layers.ts';
import type { SourceFiles } from './source-files.ts';

export interface Analysis {
  readonly graph: ImportGraph;
  /** Cycles of imports of every kind, type imports and `import()` included. */
  readonly cycles: readonly string[];
  /** Imports that the folder order does not allow, and files that it does not list. */
  readonly order: readonly string[];
  /** Imports that the layers do not allow. */
  readonly layers: readonly string[];
}

/**
 * Reads the import graph and checks it for cycles, the folder order and the layers.
 * @param contexts names of the contexts, such as `pets`
 */
export function analyzeImports(files: SourceFiles, contexts: readonly string[]): Analysis {
  const graph = readImportGraph(files);
  return {
    graph,
    cycles: findCycles(edgesOf(graph.imports.map(({ from, to }) => [from, to]))),
    order: orderViolations(graph.imports, graph.files),
    layers: layerViolations(graph.imports, layersOf(contexts)),
  };
}
