import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadEnvironmentFile } from './environment-file.ts';
import { OperatorError } from './operator-error.ts';

let directory: string;

beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'environment-file-'))));

afterEach(() => rmSync(directory, { recursive: true }));

it.each([
  ['.env', {}],
  ['production.env', { ENV_FILE: 'production.env' }],
])('adds the variables of %s, and replaces none of the environment', (file, named: NodeJS.ProcessEnv) => {
  writeFileSync(join(directory, file), '# comment\nPORT=8080\nHOST=::\nDATABASE_URL="postgresql://u:a#b@h/d"\n');
  const env: NodeJS.ProcessEnv = { ...named, PORT: '80', HOST: '' };
  loadEnvironmentFile(env, directory);
  expect(env).toEqual({ ...named, PORT: '80', HOST: '', DATABASE_URL: 'postgresql://u:a#b@h/d' });
});

it('needs no default file, and refuses a missing file that ENV_FILE names', () => {
  expect(() => loadEnvironmentFile({}, directory)).not.toThrow();
  expect(() => loadEnvironmentFile({ ENV_FILE: 'missing.env' }, directory)).toThrow(
    new OperatorError(`ENV_FILE: ${join(directory, 'missing.env')} cannot be read (ENOENT)`),
  );
});
