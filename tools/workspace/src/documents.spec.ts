import { brokenReferences, missingTests } from './documents.ts';
import { readSourceFiles } from './source-files.ts';
import { root } from './workspace.ts';

const paths = [...readSourceFiles(root, /./).keys()];
const documents = readSourceFiles(root, /\.md$/);

it('finds no link and no file name that leads nowhere', () => {
  expect(documents.has('README.md')).toBe(true);
  expect(brokenReferences(documents, paths)).toEqual([]);
});

it('finds every test that the security document cites', () => {
  const security = documents.get('docs/security.md')!;
  expect(security).toMatch(/^\| [A-Z]\d+ +\|/m);
  expect(missingTests(security, readSourceFiles(root))).toEqual([]);
});

it.each([
  ['a link', '[a](missing.md)', 'no missing.md'],
  ['an anchor', '[a](b.md#missing)', 'no b.md#missing'],
  ['a file name', 'See `missing.ts`.', 'no file missing.ts'],
])('reports %s that leads nowhere', (_, text, found) => {
  const added = new Map([
    ['docs/a.md', text],
    ['docs/b.md', '# Heading'],
  ]);
  expect(brokenReferences(added, ['docs/a.md', 'docs/b.md'])).toEqual([`docs/a.md: ${found}`]);
});

it('accepts links to files, folders and headings', () => {
  const added = new Map([['docs/a.md', '# One `two`\n[a](a.md#one-two) [b](../docs) [c](https://example.org) `a.md`']]);
  expect(brokenReferences(added, ['docs/a.md'])).toEqual([]);
});

it('reports a cited test that does not exist', () => {
  const files = new Map([['a.spec.ts', "it('exists', () => {});"]]);
  expect(missingTests('| K1 | "exists" | a.spec.ts |\n| K2 | "missing" | a.spec.ts |', files)).toEqual([
    'K2: no test missing in a.spec.ts',
  ]);
});
