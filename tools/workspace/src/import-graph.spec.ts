import { readImportGraph } from './import-graph.ts';

/** A `package.json` that exports its source files. */
function packageFile(name: string, exports: Record<string, string>): string {
  const sources = Object.entries(exports).map(([entry, source]) => [entry, { '@petstore/source': source }]);
  return JSON.stringify({ name, exports: Object.fromEntries(sources) });
}

const workspace = { 'package.json': JSON.stringify({ workspaces: ['libs/*/*', 'libs/client'] }) };
const target = { ...workspace, 'libs/shared/kernel/src/b.ts': '' };

it.each([
  ['static', "import { b } from './b.ts';"],
  ['static', "import './b.ts';"],
  ['static', "export * from './b.ts';"],
  ['static', "import { type B } from './b.ts';"],
  ['type', "import type { B } from './b.ts';"],
  ['type', "export type { B } from './b.ts';"],
  ['type', "const b: typeof import('./b.ts') | undefined = undefined;"],
  ['dynamic', "const b = () => import('./b.ts');"],
  ['dynamic', 'const b = import(`./b.ts`);'],
  ['static', "const b = require('./b.ts');"],
  ['static', "import { b } from '../dist/b.js';"],
  ['static', "import { b } from '@petstore/kernel';"],
  ['static', "import { b } from '@petstore/kernel/entry';"],
  ['static', "import { b } from '@petstore/kernel/files/b';"],
])('finds an import (%s): %s', (kind, text) => {
  const { imports, unresolved } = readImportGraph(
    new Map(
      Object.entries({
        ...target,
        'libs/shared/kernel/package.json': packageFile('@petstore/kernel', {
          '.': './src/b.ts',
          './entry': './src/b.ts',
          './files/*': './src/*.ts',
        }),
        'libs/shared/kernel/src/a.ts': text,
      }),
    ),
  );
  expect(imports).toEqual([{ from: 'libs/shared/kernel/src/a.ts', to: 'libs/shared/kernel/src/b.ts', kind }]);
  expect(unresolved).toEqual([]);
});

it.each(["import './missing.ts';", "import '@petstore/missing';"])(
  'reports an import that it cannot resolve: %s',
  (text) => {
    const files = new Map(Object.entries({ ...workspace, 'libs/client/src/a.ts': text }));
    expect(readImportGraph(files).unresolved).toHaveLength(1);
  },
);

it('resolves the import of a compiled file to its source', () => {
  const files = new Map(Object.entries({ ...target, 'libs/shared/kernel/script.mjs': "import './dist/b.js';" }));
  expect(readImportGraph(files).imports).toMatchObject([{ to: 'libs/shared/kernel/src/b.ts' }]);
});

it('ignores packages that are not part of the workspace', () => {
  const { imports, unresolved } = readImportGraph(
    new Map(Object.entries({ ...workspace, 'libs/client/src/a.ts': "import 'express'; import 'node:fs';" })),
  );
  expect([...imports, ...unresolved]).toEqual([]);
});
