import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dependencyDocument } from './dependency-graph.ts';
import { projects, root, type Project } from './workspace.ts';

it('docs/dependencies.md is up to date: npm run graph', () => {
  expect(readFileSync(join(root, 'docs/dependencies.md'), 'utf8')).toBe(dependencyDocument(projects()));
});

it('draws a box for each folder, and leaves out arrows that follow from others', () => {
  const project = (folder: string, ...dependencies: string[]): Project => {
    const name = folder.split('/').at(-1)!;
    return { name, folder, tags: [], dependencies };
  };
  const text = dependencyDocument([
    project('libs/kernel'),
    project('libs/settings', 'kernel'),
    project('apps/api', 'kernel', 'settings'),
  ]);
  expect(text.split('```')[1]).toBe(`mermaid
flowchart TD
  subgraph apps["apps"]
    api
  end
  subgraph libs["libs"]
    kernel
    settings
  end
  settings --> kernel
  api --> settings
`);
});
