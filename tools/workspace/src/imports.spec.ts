import { analyzeImports } from './analysis.ts';
import { emptyParts } from './folder-order.ts';
import { readSourceFiles } from './source-files.mjs';
import { Workspace } from './boundaries/projects.mjs';
import { root } from './workspace.ts';

const kinds = ['cycles', 'projectCycles', 'order', 'boundaries'] as const;
type Kind = (typeof kinds)[number];

const files = readSourceFiles(root);
const { graph, ...violations } = analyzeImports(files);

it('resolves every import', () => {
  expect(graph.imports.length).toBeGreaterThan(graph.files.length);
  expect(graph.unresolved).toEqual([]);
});

it('finds a file for each part of each folder order', () => {
  expect(emptyParts(graph.files)).toEqual([]);
});

it.each(kinds)('finds no violation of this kind in the workspace: %s', (kind) => {
  expect(violations[kind]).toEqual([]);
});

describe('with violations added in memory', () => {
  const added = new Map<string, string>();
  const expected: Record<Kind, string[]> = { cycles: [], projectCycles: [], order: [], boundaries: [] };

  /** Imports of every kind that close a cycle. */
  const closings = [
    "import './a.ts';",
    "import type { A } from './a.ts';",
    "export type A = import('./a.ts').A;",
    "export const a = () => import('./a.ts');",
  ];
  closings.forEach((closing, index) => {
    const folder = `tools/workspace/src/cycle-${index}`;
    added.set(`${folder}/a.ts`, "import './b.ts';").set(`${folder}/b.ts`, closing);
    expected.cycles.push(`${folder}/a.ts → ${folder}/b.ts → ${folder}/a.ts`);
  });

  /** A folder, a part of it, and a higher part that the first must not import. */
  const upward = [
    ['libs/platform/http/src', 'response', 'server'],
    ['libs/platform/openapi/src', 'lazy', 'ui'],
    ['libs/platform/telemetry/src', 'log', 'metrics'],
    ['libs/platform/testing/src', 'raw', 'application'],
    ['libs/shared/database/src', 'batching', 'embedded'],
    ['tools/faults/src', 'environment', 'rows'],
  ] as const;
  for (const [folder, low, high] of upward) {
    added.set(`${folder}/${low}/added.ts`, `import '../${high}/added.ts';`).set(`${folder}/${high}/added.ts`, '');
    expected.order.push(`${folder}/${low}/added.ts → ${folder}/${high}/added.ts`);
  }

  const { contexts } = Workspace.read(root);
  for (const context of contexts) {
    const path = `libs/shared/kernel/src/uses-${context}.ts`;
    added.set(path, `import '@petstore/${context}-domain';`);
    expected.boundaries.push(
      `${path}: The library kernel may not import @petstore/${context}-domain. Every context depends on the kernel. Move the code to the library that needs the import.`,
    );
  }

  expected.projectCycles.push(`libs/${contexts[0]}/domain → libs/shared/kernel → libs/${contexts[0]}/domain`);

  const found = analyzeImports(new Map([...files, ...added]));

  it.each(kinds)('reports exactly the added violations: %s', (kind) => {
    expect([...found[kind]].sort()).toEqual(expected[kind].sort());
  });
});
