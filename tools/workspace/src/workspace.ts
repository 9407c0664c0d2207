import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the workspace. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

export interface Project {
  readonly name: string;
  /** Path relative to the workspace, for example `libs/pets/domain`. */
  readonly folder: string;
  readonly tags: readonly string[];
  /** Sorted names of the projects that the files of this project import, and of its implicit dependencies. */
  readonly dependencies: readonly string[];
}

interface NxGraph {
  readonly nodes: Record<string, { readonly data: { readonly root: string; readonly tags?: string[] } }>;
  readonly dependencies: Record<string, { readonly target: string }[]>;
}

let cachedProjects: readonly Project[] | undefined;

/** Returns all projects of the Nx project graph, sorted by name. */
export function projects(): readonly Project[] {
  cachedProjects ??= readProjects();
  return cachedProjects;
}

function readProjects(): Project[] {
  const nx = join(root, 'node_modules/nx/dist/bin/nx.js');
  const output = execFileSync(process.execPath, [nx, 'graph', '--print'], { cwd: root, encoding: 'utf8' });
  const { nodes, dependencies } = (JSON.parse(output) as { graph: NxGraph }).graph;
  const targets = (name: string) => new Set((dependencies[name] ?? []).map(({ target }) => target));
  return Object.entries(nodes)
    .map(([name, { data }]) => ({
      name,
      folder: data.root,
      tags: data.tags ?? [],
      // The other targets are npm packages.
      dependencies: [...targets(name)].filter((target) => target in nodes).sort(),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns the names of the projects that the project depends on, directly or through others. */
export function allDependenciesOf(name: string, all: readonly Project[]): Set<string> {
  const found = new Set<string>();
  const visit = (each: string) => {
    for (const dependency of all.find((project) => project.name === each)?.dependencies ?? []) {
      if (found.has(dependency)) continue;
      found.add(dependency);
      visit(dependency);
    }
  };
  visit(name);
  return found;
}
