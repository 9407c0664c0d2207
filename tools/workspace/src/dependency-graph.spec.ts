import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dependencyDocument } from './dependency-graph.ts';
import { projects, root, type Project } from './workspace.ts';

it('docs/dependencies.md is up to date: npm run graph', () => {
  expect(readFileSync(join(root, 'docs/dependencies.md'), 'utf8')).toBe(dependencyDocument(projects()));
});

const project = (folder: string, ...dependencies: string[]): Project => {
  const name = folder.split('/').at(-1)!;
  return { name, folder, tags: [], dependencies };
};

it('draws a box for each folder, leaves out arrows that follow from others, and draws the tools in a second flowchart', () => {
  const text = dependencyDocument([
    project('libs/kernel'),
    project('libs/settings', 'kernel'),
    project('apps/api', 'kernel', 'settings'),
    project('apps/api-e2e', 'api'),
    project('tools/faults', 'api', 'kernel'),
  ]);
  const [, service, , tools] = text.split('```').map((part) => part.replace(/^%%.*\n/m, ''));
  expect(service).toBe(`mermaid
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
  expect(tools).toBe(`mermaid
flowchart TD
  subgraph apps["apps"]
    api
    api-e2e
  end
  subgraph tools["tools"]
    faults
  end
  api-e2e --> api
  faults --> api
`);
});
