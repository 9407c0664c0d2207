import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readImportGraph } from '../import-graph.ts';
import { readSourceFiles } from '../source-files.mjs';
import { root } from '../workspace.ts';

interface NxConfiguration {
  readonly targetDefaults: { readonly lint: { readonly inputs: readonly unknown[] } };
  readonly sync: Readonly<Record<'globalGenerators' | 'disabledTaskSyncGenerators', readonly string[]>>;
}

const { targetDefaults, sync } = JSON.parse(readFileSync(join(root, 'nx.json'), 'utf8')) as NxConfiguration;

it('runs again when a file changes that the configuration of ESLint loads', () => {
  // Without the sources of other projects, which the configuration does not import.
  const isRelevant = (path: string) => !/^(?:apps|libs)\/.*\.ts$/.test(path);
  const { imports } = readImportGraph(new Map([...readSourceFiles(root)].filter(([path]) => isRelevant(path))));
  const loaded = new Set(['eslint.config.mjs']);
  for (const path of loaded) for (const { from, to } of imports) if (from === path) loaded.add(to);
  expect(loaded).toContain('tools/workspace/src/boundaries/boundary-rules.mjs');

  const patterns = targetDefaults.lint.inputs
    .filter((input) => typeof input === 'string' && input.startsWith('{workspaceRoot}/'))
    .map((input) => new RegExp(`^${(input as string).slice('{workspaceRoot}/'.length).replaceAll('*', '[^/]*')}$`));
  expect([...loaded].filter((path) => !patterns.some((pattern) => pattern.test(path)))).toEqual([]);
});

it('is not preceded by the sync of Nx, which would hide its message; `nx sync` still works', () => {
  const generator = '@nx/js:typescript-sync';
  expect(sync).toEqual({ globalGenerators: [generator], disabledTaskSyncGenerators: [generator] });
});
