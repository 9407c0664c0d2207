import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadEnvironmentFile } from './environment-file.ts';
import { OperatorError } from '../operator-error.ts';

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

/** Reads a file with this content, and returns the variables. */
function read(content: string | Buffer): NodeJS.ProcessEnv {
  writeFileSync(join(directory, '.env'), content);
  const env: NodeJS.ProcessEnv = {};
  loadEnvironmentFile(env, directory);
  return env;
}

it.each<[string, string, object]>([
  [
    'a byte-order mark',
    '\ufeffDATABASE_URL=postgresql://h/d\nPORT=80',
    { DATABASE_URL: 'postgresql://h/d', PORT: '80' },
  ],
  ['byte-order marks of joined files', '\ufeffPORT=80\n\ufeffHOST=::\n\ufeff# end', { PORT: '80', HOST: '::' }],
  ['line ends of Windows', 'PORT=80\r\n\r\nHOST="::"\r\n', { PORT: '80', HOST: '::' }],
  ['line ends of old Macs', 'PORT=80\rHOST=::\r', { PORT: '80', HOST: '::' }],
  ['the syntax of a shell', 'export PORT=80\n export\tHOST="::"', { PORT: '80', HOST: '::' }],
  ['white space', '\t PORT = 80 \n   \n', { PORT: '80' }],
  ['quotation marks', "A=\"1 # '2\" # 3\nB='a\"b'\nC=`c`\nD=it's", { A: "1 # '2", B: 'a"b', C: 'c', D: "it's" }],
  ['quotation marks in quotation marks', 'A="{\\"a\\":1}"', { A: '{\\"a\\":1}' }],
  ['comments', '#A=1\n  # "\nPORT=80 # "the" port\nHOST= # none', { PORT: '80', HOST: '' }],
  ['number signs in values', 'PGPASSWORD=12#34 # mine\nA=#fff', { PGPASSWORD: '12#34', A: '#fff' }],
  ['backslashes in values', 'PGPASSWORD="a\\new"', { PGPASSWORD: 'a\\new' }],
  ['equals signs in values', 'A=b=c==', { A: 'b=c==' }],
  ['no values', 'PORT=\nHOST=""', { PORT: '', HOST: '' }],
])('reads a file with %s', (_, content, variables) => {
  expect(read(content)).toEqual(variables);
});

it.each([
  ['A=1', 'PORT 80', 'A=2'],
  ['PORT: 80'],
  ['hunter2'],
  ['set PORT=80'],
  ['export PORT'],
  ['=hunter2'],
  ['PORT="80'],
  ["DATABASE_URL='postgresql://ann:hunter2@h/d"],
  ['PORT="80" and more'],
  ['PGPASSWORD="hunter2', 'hunter2"', 'A=1'],
  ['\u200bPORT=80'],
])('refuses malformed lines, names the lines and shows no text of them: %j', (...lines) => {
  const malformed = lines.flatMap((line, index) => (/^A=/.test(line) ? [] : [index + 1]));
  expect(() => read(lines.join('\n'))).toThrow(
    new OperatorError(
      `${join(directory, '.env')}, line ${malformed.join(', ')}: must be NAME=value, empty, or a comment after #; ` +
        'a value that begins with a quotation mark must end with it',
    ),
  );
});

it.each([
  ['UTF-16 with a byte-order mark', Buffer.from('\ufeffPORT=80\n', 'utf16le'), 1],
  ['UTF-16', Buffer.from('# settings\nPORT=80\n', 'utf16le'), 1],
  ['Latin-1', Buffer.from('PORT=80\nPGPASSWORD=z\xfcrich', 'latin1'), 2],
])('refuses a file in %s', (_, content, line) => {
  expect(() => read(content)).toThrow(
    new OperatorError(`${join(directory, '.env')}, line ${line}: must be UTF-8 text`),
  );
});

it('refuses a setting that is set twice, and accepts such a variable of another program', () => {
  expect(read('A=1\nPORT=80\nA=2')).toEqual({ A: '2', PORT: '80' });
  expect(() => read('PORT=80\nA=1\nPORT=80')).toThrow('.env, line 3: PORT is already in line 1');
});

it('reports all faults, and adds the variables of the well-formed lines', () => {
  const env: NodeJS.ProcessEnv = {};
  writeFileSync(join(directory, '.env'), 'METRIC_PORT=1\nnonsense\nPORT=80\nENV_FILE=b\n');
  const lines = [
    'line 2: must be [^\n]*',
    'line 1: METRIC_PORT is not a setting: did you mean METRICS_PORT\\?',
    'line 4: ENV_FILE has no effect in the file itself',
  ];
  const pattern = lines.map((line) => `[^\n]*\\.env, ${line}`).join('\n');
  expect(() => loadEnvironmentFile(env, directory)).toThrow(new RegExp(`^${pattern}$`));
  expect(env['PORT']).toBe('80');
});

it('needs no default file, and refuses a missing file that ENV_FILE names', () => {
  expect(() => loadEnvironmentFile({}, directory)).not.toThrow();
  expect(() => loadEnvironmentFile({ ENV_FILE: 'missing.env' }, directory)).toThrow(
    new OperatorError(`ENV_FILE: ${join(directory, 'missing.env')} cannot be read (ENOENT)`),
  );
});
