import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadEnvironmentFile } from './environment-file.ts';
import { OperatorError } from './operator-error.ts';

let directory: string;

beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'environment-file-'))));

afterEach(() => rmSync(directory, { recursive: true }));

/** Loads a file `.env` with this content. */
function load(content: string, env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  writeFileSync(join(directory, '.env'), content);
  loadEnvironmentFile(env, directory);
  return env;
}

it('adds the variables of the file', () => {
  const content =
    '# comment\n\nPORT=8080\r\nexport HOST = 0.0.0.0 # note\nDATABASE_URL="postgresql://u:a#b@h/d"\nEMPTY=\n';
  expect(load(content)).toEqual({
    PORT: '8080',
    HOST: '0.0.0.0',
    DATABASE_URL: 'postgresql://u:a#b@h/d',
    EMPTY: '',
  });
});

it('does not replace a variable of the environment, also if it is empty, and returns the names that it added', () => {
  writeFileSync(join(directory, '.env'), 'PORT=1\nHOST=h\nBETA=on\n');
  const env = { PORT: '2', HOST: '' };
  expect(loadEnvironmentFile(env, directory)).toEqual(['BETA']);
  expect(env).toEqual({ PORT: '2', HOST: '', BETA: 'on' });
});

it('does nothing without the default file', () => {
  const env = {};
  expect(loadEnvironmentFile(env, directory)).toEqual([]);
  expect(env).toEqual({});
});

it('reads the file that ENV_FILE names, relative to the directory', () => {
  writeFileSync(join(directory, 'production.env'), 'PORT=1\n');
  const env: NodeJS.ProcessEnv = { ENV_FILE: 'production.env' };
  loadEnvironmentFile(env, directory);
  expect(env['PORT']).toBe('1');
});

it('refuses a missing file that ENV_FILE names', () => {
  expect(() => loadEnvironmentFile({ ENV_FILE: 'missing.env' }, directory)).toThrow(
    new OperatorError(`ENV_FILE: ${join(directory, 'missing.env')} cannot be read (ENOENT)`),
  );
});

it.each([
  ['hunter2', 'line 2: must be NAME=value, a comment after # or empty'],
  ['PASS-WORD=hunter2', 'line 2: must be NAME=value, a comment after # or empty'],
  ['=hunter2', 'line 2: must be NAME=value, a comment after # or empty'],
  ['PASSWORD="hunter2', 'line 2: the quotation mark of PASSWORD is not closed'],
  ["PASSWORD='hunter2\nEND'", 'line 2: the quotation mark of PASSWORD is not closed'],
  ['PORT=hunter2', 'line 2: PORT is already set in line 1'],
])('refuses a file with the line %j, and does not show it', (line, reason) => {
  const message = `${join(directory, '.env')}, ${reason}`;
  expect(() => load(`PORT=1\n${line}\n`)).toThrow(new OperatorError(message));
});
