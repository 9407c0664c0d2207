import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lineCount } from './source-files.mjs';
import { projects, root } from './workspace.ts';

/** The README of the published package is the manual of its users. */
const published = 'client';

const libraries = projects().filter(({ folder, name }) => folder.startsWith('libs/') && name !== published);

it.each(libraries)('$folder has a README of at most twenty lines that says how to use the library', ({ folder }) => {
  const file = join(root, folder, 'README.md');
  expect(existsSync(file)).toBe(true);
  const text = readFileSync(file, 'utf8');
  expect(lineCount(text)).toBeLessThanOrEqual(20);
  for (const part of ['# @petstore/', '\n- Exports: ', '\n- May import: ', '\n- Test: ', '\n- Start reading: '])
    expect(text).toContain(part);
});
