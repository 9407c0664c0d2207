import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withSourcePositions } from './source-positions.ts';

let directory: string;

beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'source-positions-'))));

afterEach(() => rmSync(directory, { recursive: true }));

const urlOf = (file: string) => pathToFileURL(join(directory, file)).href;

it('replaces positions in compiled files by those in their sources', () => {
  // Maps line 1, column 1 to line 5, column 3.
  const map = { version: 3, sources: ['../src/a.ts'], names: [], mappings: 'AAIE' };
  writeFileSync(join(directory, 'a.js.map'), JSON.stringify(map));
  const source = new URL('../src/a.ts', urlOf('a.js')).href;
  expect(withSourcePositions(`Error\n    at fail (${urlOf('a.js')}:1:1)`)).toBe(`Error\n    at fail (${source}:5:3)`);
});

it('keeps positions that the source map gives no source, such as those of bundled packages', () => {
  const map = { version: 3, sources: ['../src/a.ts'], names: [], mappings: 'A,IAIE' };
  writeFileSync(join(directory, 'a.js.map'), JSON.stringify(map));
  expect(withSourcePositions(`at ${urlOf('a.js')}:1:1`)).toBe(`at ${urlOf('a.js')}:1:1`);
});

it.each([
  ['without a source map', () => urlOf('missing.js')],
  ['of packages', () => urlOf('node_modules/a/index.js')],
  ['of Node', () => 'node:internal/process/task_queues'],
])('keeps positions in files %s', (_, url) => {
  const stack = `Error\n    at ${url()}:1:1`;
  expect(withSourcePositions(stack)).toBe(stack);
});

it('keeps positions if the source map is damaged', () => {
  writeFileSync(join(directory, 'a.js.map'), '{');
  expect(withSourcePositions(`at ${urlOf('a.js')}:1:1`)).toBe(`at ${urlOf('a.js')}:1:1`);
});
