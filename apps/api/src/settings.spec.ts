import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { settingGroups } from './settings.ts';

const workspaceRoot = resolve(__dirname, '../../..');
const settings = settingGroups.flatMap((group) => Object.values(group.settings));
const read = (path: string) => readFileSync(join(workspaceRoot, path), 'utf8');

it('declares each variable once', () => {
  const variables = settings.map(({ variable }) => variable);
  expect(new Set(variables).size).toBe(variables.length);
});

it('docs/operations.md has a row for each setting, with the same default', () => {
  const [, section = ''] = /\n## Settings\n([^]*?)\n## /.exec(read('docs/operations.md')) ?? [];
  const rows = [...section.matchAll(/^\| `([A-Z_]+)` *\| ([^|]*?) *\|/gm)].map(([, variable, cell = '']) => [
    variable,
    cell.replace(/^\[(.*)\]\(.*\)$/, '$1').replaceAll('`', ''),
  ]);
  expect(rows.sort()).toEqual(settings.map(({ variable, shownDefault }) => [variable, shownDefault]).sort());
});

it('production code of the service outside of config.ts reads only TUNING', () => {
  const files = ['apps/api', 'libs'].flatMap((folder) =>
    readdirSync(join(workspaceRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?:^|\/)src\/(?!.*testing\/).*(?<!\.spec)\.ts$/.test(path) && !path.includes('node_modules'))
      .map((path) => join(folder, path)),
  );
  const reads = files.flatMap((path) =>
    [...read(path).matchAll(/process\.env\[?.{0,20}/g)].map(([text]) => [path, text]),
  );
  expect(reads).toEqual([
    ['apps/api/src/config.ts', expect.anything()],
    ['apps/api/src/set-v8-flags.ts', expect.stringContaining("['TUNING']")],
  ]);
  expect(settings.map(({ variable }) => variable)).toContain('TUNING');
});
