import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { SyntaxTreeCache } from './syntax-tree-cache.mjs';

const options: ts.CompilerOptions = { noLib: true, noEmit: true, types: [] };

let directory: string;
let file: string;
let cache: SyntaxTreeCache;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'syntax-trees-'));
  file = join(directory, 'file.ts');
  writeFileSync(file, 'export const value = 1;\n');
  cache = new SyntaxTreeCache();
});

afterEach(() => rmSync(directory, { recursive: true }));

/** Returns the syntax tree that a new program has of the file. */
function compile() {
  const program = cache.createProgram([file], options, ts.createIncrementalCompilerHost(options));
  return program.getSourceFile(file);
}

it('gives later programs the syntax tree of a file that has not changed', () => {
  const tree = compile();
  expect(tree?.text).toBe('export const value = 1;\n');
  expect(compile()).toBe(tree);
});

it('parses a changed file', () => {
  compile();
  writeFileSync(file, 'export const value = 22;\n');
  expect(compile()?.text).toBe('export const value = 22;\n');
});

it('parses a file that was replaced by one of the same size', () => {
  compile();
  const other = join(directory, 'other.ts');
  writeFileSync(other, 'export const value = 2;\n');
  renameSync(other, file);
  expect(compile()?.text).toBe('export const value = 2;\n');
});

it('does not keep a deleted file', () => {
  compile();
  rmSync(file);
  expect(compile()).toBeUndefined();
});
