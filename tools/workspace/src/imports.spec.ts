import { analyzeImports } from './analysis.ts';
import { knownViolations } from './known-violations.ts';
import { readSourceFiles } from './source-files.ts';
import { contexts, root } from './workspace.ts';

type Kind = keyof typeof knownViolations;

const kinds = Object.keys(knownViolations) as Kind[];
const files = readSourceFiles(root);
const { graph, ...violations } = analyzeImports(files, contexts());

it('resolves every import', () => {
  expect(graph.imports.length).toBeGreaterThan(graph.files.length);
  expect(graph.unresolved).toEqual([]);
});

it.each(kinds)('finds the known violations and no other: %s', (kind) => {
  const known: readonly string[] = knownViolations[kind];
  const unknown = violations[kind].filter((violation) => !known.includes(violation));
  const resolved = known.filter((violation) => !violations[kind].includes(violation));
  expect({ unknown, resolved }).toEqual({ unknown: [], resolved: [] });
});

describe('with violations added in memory', () => {
  const added = new Map<string, string>();
  const expected: Record<Kind, string[]> = { cycles: [], order: [], layers: [] };

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

  const upward = [
    ['libs/platform/http/src', 'response', 'server'],
    ['libs/platform/openapi/src', 'lazy', 'ui'],
    ['libs/platform/telemetry/src', 'log', 'metrics'],
    ['libs/platform/testing/src', 'raw', 'application'],
    ['libs/shared/database/src', 'batching', 'embedded'],
    ['apps/api/src', 'auth', 'pets'],
    ['tools/faults/src', 'driver', 'rows'],
  ] as const;
  for (const [folder, low, high] of upward) {
    added.set(`${folder}/${low}/added.ts`, `import '../${high}/added.ts';`).set(`${folder}/${high}/added.ts`, '');
    expected.order.push(`${folder}/${low}/added.ts → ${folder}/${high}/added.ts`);
  }

  for (const context of contexts()) {
    const path = `libs/shared/kernel/src/uses-${context}.ts`;
    added.set(path, `import '@petstore/${context}-domain';`);
    expected.layers.push(`${path} → libs/${context}/domain/src/index.ts`);
  }

  const found = analyzeImports(new Map([...files, ...added]), contexts());

  it.each(kinds)('reports each of them and no other: %s', (kind) => {
    const caused = found[kind].filter((violation) => !violations[kind].includes(violation));
    expect(caused.sort()).toEqual(expected[kind].sort());
  });
});
