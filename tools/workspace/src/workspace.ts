import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the workspace. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

export interface Project {
  readonly name: string;
  readonly tags: readonly string[];
}

/** Returns all projects of the Nx project graph. */
export function projects(): Project[] {
  const nx = join(root, 'node_modules/nx/dist/bin/nx.js');
  const graph = execFileSync(process.execPath, [nx, 'graph', '--print'], { cwd: root, encoding: 'utf8' });
  const { nodes } = (JSON.parse(graph) as { graph: { nodes: Record<string, { data: Omit<Project, 'name'> }> } }).graph;
  return Object.entries(nodes).map(([name, { data }]) => ({ name, tags: data.tags ?? [] }));
}

/** Returns the names of the contexts: the folders of `libs` with a `domain` library. `eslint.config.mjs` repeats this rule. */
export function contexts(): string[] {
  return readdirSync(join(root, 'libs')).filter((name) => existsSync(join(root, 'libs', name, 'domain')));
}
