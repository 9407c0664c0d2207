import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { settingsDocument, settingsDocumentText } from './settings-document.ts';
import { settingGroups } from './settings.ts';

const workspaceRoot = resolve(__dirname, '../../..');
const settings = settingGroups.flatMap((group) => Object.values(group.settings));
const read = (path: string) => readFileSync(join(workspaceRoot, path), 'utf8');

it('declares each variable once', () => {
  const variables = settings.map(({ variable }) => variable);
  expect(new Set(variables).size).toBe(variables.length);
});

it('docs/settings.md is what `npm run settings` writes', () => {
  expect(readFileSync(settingsDocument, 'utf8')).toBe(settingsDocumentText());
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
