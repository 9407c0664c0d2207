import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from './operator-error.ts';
import { textParser } from './parse-settings.ts';
import { optionalSetting, readSettings } from './setting.ts';

const settings = {
  token: optionalSetting('TOKEN', textParser('a token'), { meaning: 'token', isSecret: true }),
  name: optionalSetting('NAME', textParser('a name'), { meaning: 'name' }),
};

let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'secret-file-'));
  file = join(directory, 'token');
});

afterEach(() => rmSync(directory, { recursive: true }));

it.each([
  ['hunter2', 'hunter2'],
  ['hunter2\n', 'hunter2'],
  ['hunter2\r\n', 'hunter2'],
  ['hunter2\n\n', 'hunter2\n'],
  [' hunter2 ', ' hunter2 '],
])('reads a secret from the file %j as %j', (content, value) => {
  writeFileSync(file, content);
  expect(readSettings({ TOKEN_FILE: file }, settings)).toEqual({ token: value, name: undefined });
  expect(readSettings({ TOKEN_FILE: file, TOKEN: '' }, settings).token).toBe(value);
});

it('ignores an empty variable, and the file of a setting that is no secret', () => {
  expect(readSettings({ TOKEN: 'hunter2', TOKEN_FILE: '', NAME_FILE: '/missing' }, settings)).toEqual({
    token: 'hunter2',
    name: undefined,
  });
});

it.each([
  ['both variables', 'hunter2', { TOKEN: 'hunter2' }, 'TOKEN and TOKEN_FILE are both set: remove one of them'],
  ['an empty file', '\n', {}, 'TOKEN_FILE names an empty file'],
  ['a missing file', 'hunter2', { TOKEN_FILE: '/missing' }, 'TOKEN_FILE names a file that cannot be read (ENOENT)'],
  ['a directory', 'hunter2', { TOKEN_FILE: '/' }, 'TOKEN_FILE names a file that cannot be read (EISDIR)'],
  [
    'a relative path',
    'hunter2',
    { TOKEN_FILE: 'token' },
    'TOKEN_FILE must be an absolute path of a file that contains TOKEN',
  ],
])('refuses %s', (_, content, env, message) => {
  writeFileSync(file, content);
  expect(() => readSettings({ TOKEN_FILE: file, ...env }, settings)).toThrow(new OperatorError(message));
});
