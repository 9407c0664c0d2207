import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync } from '@swc/core';
import { withSourcePositions } from './source-positions.ts';

let directory: string;

beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'source-positions-'))));

afterEach(() => rmSync(directory, { recursive: true }));

const urlOf = (file: string) => pathToFileURL(join(directory, file)).href;

it('replaces positions in compiled files by those in their sources', () => {
  const source = 'interface Unused { a: string }\n\n\nexport function fail() {\n  throw new Error();\n}\n';
  const { code, map } = transformSync(source, { filename: 'a.ts', sourceMaps: true, jsc: { target: 'es2022' } });
  writeFileSync(join(directory, 'a.js.map'), map!);
  const lines = code.split('\n');
  const line = lines.findIndex((text) => text.includes('throw')) + 1;
  const column = lines[line - 1]!.indexOf('throw') + 1;
  expect(line).not.toBe(5);
  expect(withSourcePositions(`Error\n    at fail (${urlOf('a.js')}:${line}:${column})`)).toBe(
    `Error\n    at fail (${urlOf('a.ts')}:5:3)`,
  );
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
