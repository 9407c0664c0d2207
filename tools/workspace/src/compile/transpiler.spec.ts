import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Solution } from './solution.mjs';
import { TwoProjects } from './testing/two-projects.ts';
import { Transpiler } from './transpiler.mjs';

let workspace: TwoProjects;
let root: string;
let transpiler: Transpiler;

beforeEach(() => {
  workspace = new TwoProjects();
  ({ root } = workspace);
  transpiler = new Transpiler(new Solution(root, ['high']).order);
  expect(compile()).toMatchObject({ compiled: 2, errors: 0 });
});

afterEach(() => workspace.remove());

const write: TwoProjects['write'] = (file, text) => workspace.write(file, text);

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const isRecorded = (name: string) => existsSync(join(root, name, 'dist/tsconfig.lib.tsbuildinfo'));
const transpile = (...files: string[]) => transpiler.transpile(files.map((file) => join(root, file)));

function compile() {
  const progress = { isTerminal: false, step: () => undefined, note: () => undefined };
  return new Solution(root, ['high']).build(progress, () => undefined);
}

it('writes the same output as the compiler, and lets the compiler check the project', () => {
  write('low/src/low.ts', 'export const low: number = 2; // two\n');
  expect(transpile('low/src/low.ts')).toEqual({ written: 1, isComplete: true });
  const outputs = [read('low/dist/low.js'), JSON.parse(read('low/dist/low.js.map'))];
  expect(isRecorded('low')).toBe(false);
  expect(compile()).toMatchObject({ errors: 0 });
  expect(isRecorded('low')).toBe(true);
  expect([read('low/dist/low.js'), JSON.parse(read('low/dist/low.js.map'))]).toEqual(outputs);
  expect(outputs[0]).toContain('low = 2');
});

it('writes a source with a wrong type, and the compiler reports it', () => {
  write('low/src/low.ts', "export const low: number = 'two';\n");
  expect(transpile('low/src/low.ts')).toEqual({ written: 1, isComplete: true });
  expect(compile()).toMatchObject({ errors: 1 });
});

it('writes nothing if the JavaScript is the same', () => {
  write('low/src/low.ts', 'export const low: 1 = 1;\n');
  expect(transpile('low/src/low.ts')).toEqual({ written: 0, isComplete: true });
  expect(isRecorded('low')).toBe(true);
});

it('writes nothing of any source until a syntax error is corrected', () => {
  write('low/src/low.ts', 'export const low: number = ;\n');
  expect(transpile('low/src/low.ts')).toEqual({ written: 0, isComplete: false });
  expect(compile()).toMatchObject({ errors: 1 });
  write('high/src/high.ts', 'export const high = 3;\n');
  expect(transpile('high/src/high.ts')).toEqual({ written: 0, isComplete: false });
  write('low/src/low.ts', 'export const low: number = 4;\n');
  expect(transpile('low/src/low.ts')).toMatchObject({ isComplete: true });
  expect([read('low/dist/low.js'), read('high/dist/high.js')].join()).toMatch(/low = 4.*high = 3/s);
  expect(compile()).toMatchObject({ errors: 0 });
});

it('leaves a deleted source and a configuration to the compiler', () => {
  expect(transpile('low/src/deleted.ts')).toEqual({ written: 0, isComplete: false });
  expect(transpile('low/tsconfig.lib.json')).toEqual({ written: 0, isComplete: false });
});

it('ignores a source that no project compiles', () => {
  write('low/src/low.spec.ts', 'throw new Error();\n');
  expect(transpile('low/src/low.spec.ts')).toEqual({ written: 0, isComplete: true });
});
