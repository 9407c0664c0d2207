import { brokenReferences } from './broken-references.ts';
import { readSourceFiles } from './source-files.mjs';
import { root } from './workspace.ts';

it('finds no broken link and no unknown file name in the documents of this workspace', () => {
  const documents = readSourceFiles(root, /\.md$/);
  expect(documents.has('README.md')).toBe(true);
  expect(brokenReferences(documents, [...readSourceFiles(root, /./).keys()])).toEqual([]);
});

it.each([
  ['a link to a missing file', '[a](missing.md)', 'no missing.md'],
  ['a link to a missing heading', '[a](b.md#missing)', 'no b.md#missing'],
  ['the name of a missing file', 'See `missing.ts`.', 'no file missing.ts'],
])('reports %s', (_, text, expected) => {
  const documents = new Map([
    ['docs/a.md', text],
    ['docs/b.md', '# Heading'],
  ]);
  expect(brokenReferences(documents, ['docs/a.md', 'docs/b.md'])).toEqual([`docs/a.md: ${expected}`]);
});

it('accepts links to files, folders and headings', () => {
  const documents = new Map([
    ['docs/a.md', '# One `two`\n[a](a.md#one-two) [b](../docs) [c](https://example.org) `a.md`'],
  ]);
  expect(brokenReferences(documents, ['docs/a.md'])).toEqual([]);
});
