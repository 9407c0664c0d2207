import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SourceWatcher } from './source-watcher.mjs';

let directory: string;
let watcher: SourceWatcher;
const seen = new Set<string>();
let onChange: () => void;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'watch-'));
  mkdirSync(join(directory, 'src/inner'), { recursive: true });
  writeFileSync(join(directory, 'src/inner/file.ts'), 'export const value = 1;\n');
  writeFileSync(join(directory, 'tsconfig.json'), '{}');
  seen.clear();
  onChange = () => undefined;
  watcher = new SourceWatcher((path) => {
    seen.add(path.slice(directory.length + 1));
    onChange();
  });
  watcher.watch({ files: [join(directory, 'tsconfig.json')], directories: [join(directory, 'src')] });
});

afterEach(() => {
  watcher.close();
  rmSync(directory, { recursive: true });
});

const write = (file: string, text = 'export {};\n') => writeFileSync(join(directory, file), text);

/** Resolves when the watcher has reported the file. */
async function reported(file: string): Promise<void> {
  while (!seen.has(file)) await new Promise<void>((resolve) => (onChange = resolve));
  seen.clear();
}

it('reports a file that is changed, replaced and deleted', async () => {
  write('src/inner/file.ts');
  await reported('src/inner/file.ts');
  for (let time = 0; time < 2; time += 1) {
    write('src/inner/file.ts.new');
    renameSync(join(directory, 'src/inner/file.ts.new'), join(directory, 'src/inner/file.ts'));
    await reported('src/inner/file.ts');
  }
  rmSync(join(directory, 'src/inner/file.ts'));
  await reported('src/inner/file.ts');
});

it('reports the files of a new directory, and their changes', async () => {
  mkdirSync(join(directory, 'new/deep'), { recursive: true });
  write('new/deep/file.ts');
  renameSync(join(directory, 'new'), join(directory, 'src/new'));
  await reported('src/new/deep/file.ts');
  write('src/new/deep/other.ts');
  await reported('src/new/deep/other.ts');
});

it('reports a listed file', async () => {
  write('tsconfig.json', '{ "include": ["src"] }');
  await reported('tsconfig.json');
});

it('does not report the files that editors write beside a source', async () => {
  for (const name of ['.file.ts.swp', '.#file.ts', 'file.ts~', '4913']) write(`src/inner/${name}`);
  write('src/inner/last.ts');
  while (!seen.has('src/inner/last.ts')) await new Promise<void>((resolve) => (onChange = resolve));
  expect([...seen]).toEqual(['src/inner/last.ts']);
});
