import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import ts from 'typescript';

const root = join(__dirname, '../..');

/**
 * Finds files that import each other, in a circle, also if they import only types. The linter reports circles of projects.
 * @returns what to do about each circle: each file imports the next one
 */
function circlesOf(folder: string, subfolders: readonly string[]): string[] {
  const files = ts.sys.readDirectory(folder, ['.ts', '.js', '.mjs'], ['**/node_modules', '**/dist'], subfolders);
  const importsOf = new Map(files.map((file) => [file, importedBy(file)]));
  const circles: string[] = [];
  const visited = new Set<string>();

  /** @param importers the files by which the file was found, each imports the next one */
  function visit(file: string, importers: readonly string[]): void {
    const start = importers.indexOf(file);
    const path = [...importers, file];
    if (start >= 0) {
      const circle = path.slice(start).map((each) => relative(folder, each));
      circles.push(`Move what these files share to the file where it belongs: ${circle.join(' imports ')}`);
    } else if (!visited.has(file)) {
      visited.add(file);
      for (const imported of importsOf.get(file) ?? []) visit(imported, path);
    }
  }

  for (const file of files) visit(file, []);
  return circles;
}

function importedBy(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
  const names = importedFiles.map(({ fileName }) => fileName).filter((name) => name.startsWith('.'));
  return names.map((name) => resolve(file, '..', name));
}

it('no files import each other in a circle', () => {
  expect(circlesOf(root, ['apps', 'libs', 'tools'])).toEqual([]);
});

it.each([
  ['import', "import { pet } from './pet.ts';"],
  ['import of a type', "import type { Pet } from './pet.ts';"],
  ['import of a type among values', "import { type Pet } from './pet.ts';"],
  ['import in a type', "export type Pet = import('./pet.ts').Pet;"],
  ['dynamic import', "export const load = () => import('./pet.ts');"],
  ['export', "export type * from './pet.ts';"],
])('names the files of a circle, and no others: %s', (_, text) => {
  const folder = mkdtempSync(join(tmpdir(), 'circles-'));
  try {
    writeFileSync(join(folder, 'main.ts'), "import './pet.ts';\n");
    writeFileSync(join(folder, 'pet.ts'), "import './order.ts';\nimport './name.ts';\n");
    writeFileSync(join(folder, 'order.ts'), "import './event.ts';\n");
    writeFileSync(join(folder, 'event.ts'), `import './name.ts';\n${text}\n`);
    writeFileSync(join(folder, 'name.ts'), "import 'node:util';\n");
    expect(circlesOf(folder, ['.'])).toEqual([
      'Move what these files share to the file where it belongs: event.ts imports pet.ts imports order.ts imports event.ts',
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
