import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describedScripts } from './npm-scripts.ts';
import { root } from './workspace.ts';

it('docs/development.md describes each npm script, and no other', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  const text = readFileSync(join(root, 'docs/development.md'), 'utf8');
  expect(describedScripts(text).sort()).toEqual(Object.keys(scripts).sort());
});

it('finds the scripts in the first column of tables', () => {
  const table = '| script | use |\n| --- | --- |\n| `npm start` | a |\n| `npm run a:b` | `npm run c` |\n\n`npm run d`';
  expect(describedScripts(table)).toEqual(['start', 'a:b']);
});
