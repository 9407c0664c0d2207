import { analyzeImports } from './analysis.ts';
import { cyclicComponents, edgesOf, findCycles } from './cycles.ts';
import type { Import, ImportGraph } from './import-graph.ts';
import { isTest, lineCount, type SourceFiles } from './source-files.mjs';

export type Figure = readonly [name: string, value: number | string];

export interface Figures {
  readonly figures: readonly Figure[];
  /** Lists of the counted items, by heading. */
  readonly details: Readonly<Record<string, readonly string[]>>;
}

const api = 'apps/api/src/';
/** Lines above which a file is reported as long. */
const longFile = 150;

/**
 * Counts files, lines and imports.
 * @param readme text of the README
 */
export function countFigures(files: SourceFiles, readme: string): Figures {
  const sources = [...files].filter(([path]) => !path.endsWith('package.json'));

  const production = sources.filter(([path]) => isProduction(path));
  const inApi = sources.filter(([path]) => path.startsWith(api));
  const { graph, cycles, order, boundaries } = analyzeImports(files);
  const valueImports = graph.imports.filter(({ kind }) => kind === 'static');
  const folderCycles = cyclicComponents(edgesOf(folderPairs(graph.imports)));
  const long = longFiles(sources.filter(([path]) => !isTest(path)));
  const longTests = longFiles(sources.filter(([path]) => isTest(path)));
  return {
    figures: [
      ['source files (`.ts`, `.mjs`)', sources.length],
      [`production files in \`${api}\``, inApi.filter(([path]) => !isTest(path)).length],
      [`production lines in \`${api}\``, sumLines(inApi.filter(([path]) => !isTest(path)))],
      [`test files in \`${api}\``, inApi.filter(([path]) => isTest(path)).length],
      [`test lines in \`${api}\``, sumLines(inApi.filter(([path]) => isTest(path)))],
      ['production files in `apps/` and `libs/`, without the client', production.length],
      ['production lines in `apps/` and `libs/`, without the client', sumLines(production)],
      ...linesByProject(production),
      ['import cycles between files', cycles.length],
      ['import cycles of static value imports', findCycles(edgesOf(pairs(valueImports))).length],
      [`folders of \`${api}\` in import cycles`, folderCycles.flat().length],
      [`imports against the folder order in \`${api}\``, order.filter((each) => each.startsWith(api)).length],
      ['imports against the folder order elsewhere', order.filter((each) => !each.startsWith(api)).length],
      ['imports against the boundaries', boundaries.length],
      ['lines of the README', lineCount(readme)],
      [`production files over ${longFile} lines`, long.length],
      [`test files over ${longFile} lines`, longTests.length],
      ['our files loaded at start (static imports from `main.ts`)', filesLoadedBy(`${api}main.ts`, graph)],
    ],
    details: {
      'Import cycles': cycles,
      'Folders in import cycles': folderCycles.map((folders) => folders.join(', ')),
      'Imports against the folder order': order,
      'Imports against the boundaries': boundaries,
      [`Production files over ${longFile} lines`]: long,
      [`Test files over ${longFile} lines`]: longTests,
    },
  };
}

/** Whether the file is production code of the service or the command line, which the client is not part of. */
function isProduction(path: string): boolean {
  return /^(?:apps|libs)\/(?!client\/|platform\/testing\/)/.test(path) && !isTest(path);
}

function linesByProject(files: readonly (readonly [string, string])[]): Figure[] {
  const byProject = new Map<string, [string, string][]>();
  for (const [path, text] of files) {
    const project = path.slice(0, path.indexOf('/src/'));
    byProject.set(project, [...(byProject.get(project) ?? []), [path, text]]);
  }
  return [...byProject]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([project, projectFiles]) => [
      `– \`${project}\`: lines (files)`,
      `${sumLines(projectFiles)} (${projectFiles.length})`,
    ]);
}

function sumLines(files: readonly (readonly [string, string])[]): number {
  return files.reduce((sum, [, text]) => sum + lineCount(text), 0);
}

function longFiles(files: readonly (readonly [string, string])[]): string[] {
  return files
    .map(([path, text]) => ({ path, lines: lineCount(text) }))
    .filter(({ lines }) => lines > longFile)
    .sort((a, b) => b.lines - a.lines)
    .map(({ path, lines }) => `${path}: ${lines}`);
}

function pairs(imports: readonly Import[]): [string, string][] {
  return imports.map(({ from, to }) => [from, to]);
}

/** Returns the imports between different folders of the API, as pairs. A file directly in `src` counts as a folder. */
function folderPairs(imports: readonly Import[]): [string, string][] {
  const folder = (path: string) => path.slice(api.length).split('/')[0]!;
  return imports
    .filter(({ from, to }) => [from, to].every((path) => path.startsWith(api) && !isTest(path)))
    .map(({ from, to }): [string, string] => [folder(from), folder(to)])
    .filter(([from, to]) => from !== to);
}

/** Counts the files that `start` loads through static imports, itself included. */
function filesLoadedBy(start: string, { imports }: ImportGraph): number {
  const edges = edgesOf(pairs(imports.filter(({ kind }) => kind === 'static')));
  const loaded = new Set([start]);
  for (const path of loaded) for (const next of edges.get(path) ?? []) loaded.add(next);
  return loaded.size;
}
