import { missingTests } from './cited-tests.ts';
import { readSourceFiles } from './source-files.mjs';
import { root } from './workspace.ts';

it('finds every test that the security document cites', () => {
  const security = readSourceFiles(root, /\.md$/).get('docs/security.md')!;
  expect(security).toMatch(/^\| [A-Z]\d+ +\|/m);
  expect(missingTests(security, readSourceFiles(root))).toEqual([]);
});

it('reports a cited test that does not exist', () => {
  const files = new Map([['a.spec.ts', "it('exists', () => {});"]]);
  expect(missingTests('| K1 | "exists" | a.spec.ts |\n| K2 | "missing" | a.spec.ts |', files)).toEqual([
    'K2: no test missing in a.spec.ts',
  ]);
});
