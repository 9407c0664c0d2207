import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export const root = join(__dirname, '../../..');

export interface Project {
  readonly name: string;
  readonly tags: readonly string[];
}

/** Every project, as Nx finds them. */
export function projects(): Project[] {
  const nx = join(root, 'node_modules/nx/dist/bin/nx.js');
  const graph = execFileSync(process.execPath, [nx, 'graph', '--print'], { cwd: root, encoding: 'utf8' });
  const { nodes } = (JSON.parse(graph) as { graph: { nodes: Record<string, { data: Omit<Project, 'name'> }> } }).graph;
  return Object.entries(nodes).map(([name, { data }]) => ({ name, tags: data.tags ?? [] }));
}
